import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** Who holds a data folder. */
export interface Holder {
  pid: number;
  /** Where its pages are; null until it listens. */
  address: string | null;
}

/** The folder belongs to another process. */
export class Locked extends Error {
  readonly holder: Holder | undefined;
  constructor(holder: Holder | undefined) {
    super('the data folder is in use');
    this.name = 'Locked';
    this.holder = holder;
  }
}

export interface Lock {
  /** Told to whoever asks from now on. */
  announce(address: string): void;
  /** Whether the folder still names this process; false when somebody removed or replaced the lock. */
  held(): boolean;
  /** Gives up a lock that somebody removed, so that the folder can be taken again. */
  discard(): Promise<void>;
  release(): Promise<void>;
}

const NAME = 'lock.sock';
/** Longest path of a local socket that every system takes. */
const LONGEST = 100;

/**
 * Takes a data folder. The lock is a local socket in it: if somebody answers there, the folder is in use; if nobody
 * does, whoever made it is gone, however it ended. A file with a process id would survive a kill, and mean another
 * process in another container.
 *
 * @throws Locked; what the system says about the folder
 */
export async function takeLock(folder: string): Promise<Lock> {
  const path = join(folder, NAME);
  const place = shortPath(folder, path);
  const holder: Holder = { pid: process.pid, address: null };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify(holder));
  });
  try {
    for (let attempt = 0; !(await listen(server, place.path)); attempt++) {
      const found = identity(path);
      const other = await ask(place.path);
      if (other !== 'nobody' || attempt === 9) throw new Locked(other === 'nobody' ? undefined : other);
      // Somebody faster may have put a new one there meanwhile.
      if (identity(path) === found) rmSync(path, { force: true });
    }
  } catch (error) {
    place.close();
    throw error;
  }
  const own = identity(path);
  const held = (): boolean => own !== undefined && identity(path) === own;
  // Two processes may have found the same stale socket: the later one removed the lock of the earlier one.
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.unref();
  if (!held()) {
    // Not closed: that would remove the socket by its path, which is the other one's.
    place.close();
    throw new Locked(await ask(path).then((other) => (other === 'nobody' ? undefined : other)));
  }
  return {
    announce: (address) => {
      holder.address = address;
    },
    held,
    async discard() {
      // Closing removes the socket by its path: one that is there belongs to somebody else.
      if (identity(path) === undefined) await closed(server);
      place.close();
    },
    async release() {
      // Closing removes the socket by its path.
      if (held()) await closed(server);
      place.close();
    },
  };
}

/** On Linux a long path is reached by the folder's descriptor. */
function shortPath(folder: string, path: string): { path: string; close(): void } {
  if (Buffer.byteLength(path) <= LONGEST || process.platform !== 'linux') return { path, close: () => undefined };
  const fd = openSync(folder, 'r');
  return { path: `/proc/self/fd/${fd}/${NAME}`, close: () => closeSync(fd) };
}

/** Tells one socket from another at the same path; numbers of inodes are used again. */
function identity(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? undefined : `${stat.ino} ${stat.ctimeNs}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** @returns false when the place is taken */
function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error & { code?: string }): void => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(path, () => {
      server.removeListener('error', failed);
      resolve(true);
    });
  });
}

/** Who answers at a socket. @returns `nobody` when it is stale or gone; undefined for one that answers nothing */
function ask(path: string): Promise<Holder | 'nobody' | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    socket.setTimeout(2_000, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', (error: Error & { code?: string }) => {
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'nobody' : undefined);
    });
    socket.on('close', () => resolve(readHolder(text)));
  });
}

function readHolder(text: string): Holder | undefined {
  try {
    const value: Partial<Holder> = JSON.parse(text);
    return typeof value.pid === 'number' ? { pid: value.pid, address: value.address ?? null } : undefined;
  } catch {
    return undefined;
  }
}
