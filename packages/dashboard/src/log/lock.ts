import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** The process that locks a data folder. */
export interface Holder {
  pid: number;
  /** URL of its pages; null until it listens. */
  address: string | null;
}

/** Another process has locked the folder. */
export class Locked extends Error {
  readonly holder: Holder | undefined;
  constructor(holder: Holder | undefined) {
    super('the data folder is in use');
    this.name = 'Locked';
    this.holder = holder;
  }
}

export interface Lock {
  /** Sets the URL that other processes get from now on. */
  announce(address: string): void;
  /** Whether the lock is still that of this process; false if the lock was removed or replaced. */
  isHeld(): boolean;
  /** Releases a removed lock, so that the folder can be locked again. */
  discard(): Promise<void>;
  release(): Promise<void>;
}

const NAME = 'lock.sock';
/** Longest path of a Unix socket that every system accepts. */
const LONGEST = 100;

/**
 * Locks a data folder. The lock is a Unix socket in it: if a process answers, the folder is in use; otherwise that
 * process has ended, even if it was killed. A file with a process id would survive a kill, and could name another
 * process in another container.
 *
 * @throws Locked; the error of the file system
 */
export async function takeLock(folder: string): Promise<Lock> {
  const path = join(folder, NAME);
  const address = shortPath(folder, path);
  const holder: Holder = { pid: process.pid, address: null };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify(holder));
  });
  try {
    for (let attempt = 0; !(await listen(server, address.path)); attempt++) {
      const found = identity(path);
      const other = await ask(address.path);
      if (other !== 'nobody' || attempt === 9) throw new Locked(other === 'nobody' ? undefined : other);
      // Another process may have replaced the stale socket meanwhile.
      if (identity(path) === found) rmSync(path, { force: true });
    }
  } catch (error) {
    address.close();
    throw error;
  }
  const own = identity(path);
  const isHeld = (): boolean => own !== undefined && identity(path) === own;
  // Two processes may have found the same stale socket: the later one then removed the lock of the earlier one.
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.unref();
  if (!isHeld()) {
    // Not closed: that would remove the path, which is now the socket of the other process.
    address.close();
    throw new Locked(await ask(path).then((other) => (other === 'nobody' ? undefined : other)));
  }
  return {
    announce: (address) => {
      holder.address = address;
    },
    isHeld,
    async discard() {
      // Closing removes the socket by its path, where another process may have created its own.
      if (identity(path) === undefined) await closed(server);
      address.close();
    },
    async release() {
      // Closing removes the socket by its path.
      if (isHeld()) await closed(server);
      address.close();
    },
  };
}

/** On Linux a long path is reached through the folder's descriptor. */
function shortPath(folder: string, path: string): { path: string; close(): void } {
  if (Buffer.byteLength(path) <= LONGEST || process.platform !== 'linux') return { path, close: () => undefined };
  const fd = openSync(folder, 'r');
  return { path: `/proc/self/fd/${fd}/${NAME}`, close: () => closeSync(fd) };
}

/** Distinguishes sockets at the same path; inode numbers alone are reused. */
function identity(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? undefined : `${stat.ino} ${stat.ctimeNs}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** @returns false if the path is in use */
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

/** Requests the holder of a socket. @returns `nobody` if it is stale or missing; undefined if it does not answer */
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
