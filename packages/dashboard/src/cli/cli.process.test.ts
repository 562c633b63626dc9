import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importCommand } from './import-command.ts';

const program = join(import.meta.dirname, '../../bin/dashboard.js');
const checkout = join(import.meta.dirname, '../../../..');
let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-cli-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await ended(child, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', timeout: 30_000 });

/** Starts the built program. @returns the process, and its address once it listens */
async function start(...args: string[]): Promise<{ child: ChildProcess; address: string; journal(): string }> {
  const child = spawn(process.execPath, [program, '--port', '0', ...args], { cwd: folder });
  children.push(child);
  let journal = '';
  child.stderr?.on('data', (data) => {
    journal += data;
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', () => reject(new Error(journal)));
  });
  return { child, address, journal: () => journal };
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

const post = (address: string, body: string): Promise<Response> =>
  fetch(`${address}/events`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
const list = async (address: string): Promise<{ items: { n: string }[] }> =>
  JSON.parse(await (await fetch(`${address}/events?limit=1000`)).text());

it('prints the help of export', async () => {
  const { stdout, status } = run('export', '--help');
  expect(status).toBe(0);
  await expect(stdout).toMatchFileSnapshot(join(checkout, 'fixtures/cli/help.dashboard-export.txt'));
});

it('prints the help', async () => {
  const { stdout, status } = run('--help');
  expect(status).toBe(0);
  await expect(stdout).toMatchFileSnapshot(join(checkout, 'fixtures/cli/help.dashboard.txt'));
});

describe('invalid options and files', () => {
  it.each([
    [['--port', 'x'], 2, 'Expected a port'],
    [['--ring', '0'], 2, 'Expected a number'],
    [['--nonsense'], 2, "unknown option '--nonsense'"],
    [['extra'], 2, 'too many arguments'],
    [['--token-file', 'none'], 3, 'cannot read none: ENOENT'],
    [['--host', '0.0.0.0'], 2, 'can be reached from other machines, and no token is set'],
    [['--data-dir', 'file'], 2, 'file'],
    [['--token-file', 'file'], 2, 'file: line 1: expected a scope'],
    [['--token-file', 'short'], 2, 'short: line 2: the token has 31 characters, fewer than 32'],
    [['--token-file', 'open'], 2, 'other users of this machine can read or change the file (mode 644)'],
    [['--token-file', '/dev/zero'], 3, 'cannot read /dev/zero: it is not a regular file'],
    [['--link', '\u202eevil'], 2, '\\u202eevil'],
  ])('%s', (args, status, message) => {
    writeFileSync(join(folder, 'file'), 'nonsense\n', { mode: 0o600 });
    writeFileSync(join(folder, 'short'), `read ${'a'.repeat(32)}\ningest ${'b'.repeat(31)}\n`, { mode: 0o600 });
    writeFileSync(join(folder, 'open'), `read ${'a'.repeat(32)}\n`);
    chmodSync(join(folder, 'open'), 0o644);
    const result = run(...args);
    expect(result.stderr).toContain(message);
    expect(result.stderr).toMatch(/^dashboard: /);
    expect(result.status).toBe(status);
  });
});

it('refuses a second process, stops on a signal and stores its events', async () => {
  const first = await start();
  await post(first.address, '{"type":"PASS","n":"kept"}');
  const second = run('--port', '0');
  expect(second.status).toBe(7);
  expect(second.stderr).toContain(`the data folder is in use by process ${first.child.pid}, ${first.address}`);
  expect(await ended(first.child, 'SIGTERM')).toBe(0);
  expect(first.journal()).toContain('"event":"stopped"');
  const third = await start();
  expect((await list(third.address)).items.map(({ n }) => n)).toEqual(['kept']);
});

it('contains every acknowledged event once after SIGKILL', async () => {
  for (let round = 0; round < 4; round++) {
    const { child, address } = await start('--data-dir', `killed${round}`);
    const acknowledged: string[] = [];
    const poster = async (who: number): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        const n = `${who}x${i}`;
        const response = await post(address, JSON.stringify({ type: 'PASS', n })).catch(() => undefined);
        if (response?.status !== 201) return;
        acknowledged.push(n);
      }
    };
    const posting = Promise.all(Array.from({ length: 20 }, (_, who) => poster(who)));
    await new Promise((resolve) => setTimeout(resolve, 50 + round * 130));
    await ended(child, 'SIGKILL');
    await posting;
    const again = await start('--data-dir', `killed${round}`);
    const found = (await list(again.address)).items.map(({ n }) => n);
    expect(new Set(found).size).toBe(found.length);
    expect(acknowledged.filter((n) => !found.includes(n))).toEqual([]);
    await ended(again.child, 'SIGTERM');
  }
}, 60_000);

const limit = spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'prlimit is not installed';

it.skipIf(limit !== undefined)('survives a full disk and writes the queued events once space is free', async () => {
  const { child, address, journal } = await start();
  const setLimit = (size: string) => spawnSync('prlimit', [`--pid=${child.pid}`, `--fsize=${size}`]).status;
  await post(address, '{"type":"PASS","n":"before"}');
  expect(setLimit('600:unlimited')).toBe(0);
  const body = (n: string): string => JSON.stringify({ type: 'PASS', n, filler: 'x'.repeat(400) });
  const answers = [];
  for (const n of ['a', 'b', 'c']) answers.push(await (await post(address, body(n))).json());
  expect(answers.at(-1)).toMatchObject({ accepted: true, durable: false });
  expect((await list(address)).items.map(({ n }) => n)).toEqual(['c', 'b', 'a', 'before']);
  expect(journal()).toContain('storage-degraded');
  expect(setLimit('unlimited')).toBe(0);
  await expect.poll(journal, { timeout: 10_000 }).toContain('storage-recovered');
  const lines = readFileSync(join(folder, '.dashboard/events.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).event.n)).toEqual(['before', 'a', 'b', 'c']);
});

it.skipIf(process.platform !== 'linux').each(['/proc/dashboard-data', '/proc/a/b', '/dev/null/x'])(
  'ends with a message if %s is the data folder',
  (dataDir) => {
    const args = [program, '--port', '0', '--data-dir', dataDir];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 20_000 });
    expect(status, stderr).toBe(2);
    expect(stderr.split('\n')).toHaveLength(3);
    expect(stderr).toContain('--data-dir');
  },
);

it.skipIf(limit !== undefined)('reports lost events when it stops while the disk is full', async () => {
  const { child, address, journal } = await start();
  await post(address, '{"type":"PASS","n":"before"}');
  expect(spawnSync('prlimit', [`--pid=${child.pid}`, '--fsize=300:300']).status).toBe(0);
  const body = (n: string): string => JSON.stringify({ type: 'PASS', n, filler: 'x'.repeat(400) });
  for (const n of ['a', 'b']) expect(await (await post(address, body(n))).json()).toMatchObject({ durable: false });
  expect(await ended(child, 'SIGTERM')).toBe(70);
  expect(journal()).toContain('"event":"events-lost","events":2');
  expect(journal()).toContain('"event":"stopped","eventsLost":2');
  expect(journal()).toContain('events.jsonl: 2 acknowledged events are lost: they could not be written');
  const again = await start();
  expect((await list(again.address)).items.map(({ n }) => n)).toEqual(['before']);
});

it.skipIf(limit !== undefined)('writes the first event even if connections use all file descriptors', async () => {
  const command = ['--nofile=64:64', process.execPath, program, '--port', '0'];
  const child = spawn('prlimit', command, { cwd: folder });
  children.push(child);
  const address = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  const { port } = new URL(address);
  const sockets = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
  try {
    const first = sockets[0];
    if (first === undefined) throw new Error('no socket');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const body = '{"type":"PASS","n":"first"}';
    const head = `POST /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
    first.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    const answer = await new Promise<string>((resolve) => first.once('data', (data) => resolve(String(data))));
    expect(answer).toContain('201 Created');
    expect(answer).not.toContain('"durable":false');
    expect(readFileSync(join(folder, '.dashboard/events.jsonl'), 'utf8')).toContain('"n":"first"');
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

it("imports an older backend's file and exports all events", async () => {
  const old = [
    '{"type":"REGRESSION","service":"a","file":null,"timestamp":9}',
    '{"type":"PASS","service":"a","timestamp":5,"x":1.10}',
  ];
  writeFileSync(join(folder, 'old.jsonl'), `${old.join('\n')}\nnonsense\n`);
  const result = run('import', 'old.jsonl');
  expect([result.stdout, result.status]).toEqual(['2 events added, 1 lines refused\n', 1]);
  const exported = run('export').stdout;
  expect(
    exported
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\{"seq":\d+,"at":null,"cut":0,"event":/, '')),
  ).toEqual(old.map((line) => `${line}}`));
  writeFileSync(join(folder, 'exported.jsonl'), exported);
  expect(run('--data-dir', 'second', 'import', 'exported.jsonl').stdout).toBe('2 events added, 0 lines refused\n');
  const { address } = await start('--data-dir', 'second');
  expect((await list(address)).items).toMatchObject([{ type: 'PASS' }, { type: 'REGRESSION' }]);
  expect(run('--data-dir', 'second', 'import', 'old.jsonl').status).toBe(7);
  expect(run('--data-dir', 'none', 'export')).toMatchObject({ status: 3 });
  expect(run('import', 'none.jsonl').stderr).toContain('cannot read none.jsonl: ENOENT');
});

it('prints plain events with --bare, and escapes bidirectional characters in both exports', () => {
  const [plain, hidden] = ['{"type":"PASS","service":"a","x":1.10}', '{"type":"PASS","service":"\u202egnp.exe\u2066"}'];
  writeFileSync(join(folder, 'old.jsonl'), `${plain}\n${hidden}\n`);
  run('import', 'old.jsonl');
  const bare = run('export', '--bare').stdout;
  expect(bare).toBe(`${plain}\n{"type":"PASS","service":"\\u202egnp.exe\\u2066"}\n`);
  expect(JSON.parse(bare.split('\n')[1] ?? '')).toEqual(JSON.parse(hidden));
  expect(run('export').stdout).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

it.each(['events.jsonl', 'state.json', 'quarantine.jsonl', 'reserve'])(
  'refuses a data folder whose %s is a symbolic link, and neither reads nor writes its target',
  (name) => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'in.jsonl'), '{"type":"PASS"}\n');
    writeFileSync(join(folder, 'outside.txt'), 'secret\n');
    symlinkSync('../outside.txt', join(folder, 'data', name));
    expect(run('--data-dir', 'data', 'import', 'in.jsonl')).toMatchObject({
      status: 2,
      stderr: `dashboard: data/${name}: a symbolic link, not a file\n  Remove it, or set another --data-dir.\n`,
    });
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('secret\n');
    expect(readdirSync(join(folder, 'data'))).toEqual([name]);
  },
);

it.skipIf(!existsSync('/proc/self/fd'))('closes the file of an import whose data folder is refused', async () => {
  const path = join(realpathSync(folder), 'in.jsonl');
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(path, '{"type":"PASS"}\n');
  symlinkSync('../outside.txt', join(data, 'state.json'));
  await expect(importCommand(path, data, 10)).rejects.toThrow('a symbolic link');
  const isOpen = () => readdirSync('/proc/self/fd').some((name) => linkOf(join('/proc/self/fd', name)) === path);
  await expect.poll(isOpen).toBe(false);
});

/** Undefined for a file descriptor that was closed meanwhile. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

it('refuses a link at the folder of captures, and removes nothing from its target', () => {
  const name = 'a'.repeat(64);
  for (const path of ['data', 'pictures']) mkdirSync(join(folder, path));
  writeFileSync(join(folder, 'pictures', name), '');
  symlinkSync('../pictures', join(folder, 'data/captures'));
  expect(run('--data-dir', 'data', '--port', '0')).toMatchObject({
    status: 2,
    stderr: 'dashboard: data/captures: a symbolic link, not a folder\n  Remove it, or set another --data-dir.\n',
  });
  expect(readdirSync(join(folder, 'pictures'))).toEqual([name]);
});

it('refuses a log that is a FIFO instead of waiting for it', () => {
  mkdirSync(join(folder, 'data'));
  execFileSync('mkfifo', [join(folder, 'data/events.jsonl')]);
  for (const command of [['import', '-'], ['export']]) {
    const { status, stderr } = run('--data-dir', 'data', ...command);
    expect([status, stderr]).toEqual([
      2,
      'dashboard: data/events.jsonl: not a file\n  Remove it, or set another --data-dir.\n',
    ]);
  }
});

it("runs without other packages and reports that the browser's library, which is optional, is missing", async () => {
  const copy = join(folder, 'program');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(program, '../..', part), join(copy, part), { recursive: true });
  const child = spawn(process.execPath, [join(copy, 'bin/dashboard.js'), '--port', '0'], { cwd: folder });
  children.push(child);
  const address = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  expect((await post(address, '{"type":"PASS"}')).status).toBe(201);
  const problem = 'The package playwright-core is not installed: run npm ci --include=optional';
  expect(await (await fetch(`${address}/drivers/health`)).json()).toMatchObject({
    dom_diff: false,
    playwright: false,
    problem,
  });
});

it('--reload restarts the server in the same folder when the program changes', async () => {
  const copy = join(folder, 'program');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(program, '../..', part), join(copy, part), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  const child = spawn(process.execPath, [join(copy, 'bin/dashboard.js'), '--port', '0', '--reload'], { cwd: folder });
  children.push(child);
  const addresses: string[] = [];
  child.stdout.on('data', (data) => addresses.push(String(data).trim()));
  await expect.poll(() => addresses.length, { timeout: 20_000 }).toBe(1);
  await post(addresses[0] ?? '', '{"type":"PASS","n":"kept"}');
  appendFileSync(join(copy, 'dist/main.js'), '\n');
  await expect.poll(() => addresses.length, { timeout: 20_000 }).toBe(2);
  expect((await list(addresses[1] ?? '')).items.map(({ n }) => n)).toEqual(['kept']);
  expect(await ended(child, 'SIGTERM')).toBe(0);
}, 60_000);

describe('standard output and input files', () => {
  const shell = (script: string, env: Record<string, string> = {}) =>
    spawnSync('bash', ['-c', script, process.execPath, program], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, ...env },
    });

  it('export | head prints no stack and ends as SIGPIPE does', () => {
    const line = JSON.stringify({ type: 'PASS', service: 'a', timestamp: 5, x: 'n'.repeat(500) });
    writeFileSync(join(folder, 'in.jsonl'), `${line}\n`.repeat(5000));
    expect(run('import', 'in.jsonl').status).toBe(0);
    const ended = shell('set -o pipefail; "$0" "$1" export | head -n 1');
    expect(ended).toMatchObject({ status: 141, stderr: '' });
    expect(ended.stdout.split('\n')).toHaveLength(2);
    expect(shell('"$0" "$1" export > /dev/full')).toMatchObject({
      status: 70,
      stderr: 'dashboard: cannot write standard output: no space left on the device\n',
    });
    expect(shell('set -o pipefail; (sleep 0.5; "$0" "$1" --help) | true')).toMatchObject({ status: 141, stderr: '' });
  });

  it('does not follow a link at the default data folder', () => {
    mkdirSync(join(folder, 'outside'));
    writeFileSync(join(folder, 'in.jsonl'), '{"type":"PASS","service":"a","timestamp":5}\n');
    symlinkSync('outside', join(folder, '.dashboard'));
    expect(run('import', 'in.jsonl')).toMatchObject({
      status: 2,
      stderr: 'dashboard: the default data folder ".dashboard" is a symbolic link\n  Set the folder with --data-dir.\n',
    });
    expect(readdirSync(join(folder, 'outside'))).toEqual([]);
    expect(run('--data-dir', '.dashboard', 'import', 'in.jsonl').status).toBe(0);
  });

  it('refuses a FIFO as a file of events and as a token file', () => {
    spawnSync('mkfifo', ['in'], { cwd: folder });
    expect(run('import', 'in')).toMatchObject({
      status: 3,
      stderr: 'dashboard: cannot read in: it is not a regular file\n  Name a regular file, or - for standard input.\n',
    });
    expect(run('--token-file', 'in')).toMatchObject({
      status: 3,
      stderr: 'dashboard: cannot read in: it is not a regular file\n',
    });
  });
});
