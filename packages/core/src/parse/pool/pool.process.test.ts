import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { tooManyOpenFiles } from '#tree/too-many-open-files.ts';
import type { ParseOutcome } from '../engine.ts';
import { DEFAULT_LIMITS, type PoolLimits } from './limits.ts';
import { ParserPool } from './pool.ts';
import { ParserProcess } from './process.ts';

let folder = '';
let worker = '';
let parent = '';
const pools: ParserPool[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pool-'));
  worker = join(folder, 'scripted-worker.mjs');
  parent = join(folder, 'scripted-parent.mjs');
  await build({
    entryPoints: ['scripted-worker', 'scripted-parent'].map((name) => join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});

afterEach(async () => {
  for (const pool of pools.splice(0)) {
    pool.fail(new Error('the test is over'));
    await pool.ended();
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Setting {
  size?: number;
  limits?: Partial<PoolLimits>;
  maxResidentMib?: number;
  flags?: string[];
  file?: string;
}

function start({ size = 1, limits = {}, maxResidentMib = 400, flags = [], file = worker }: Setting = {}): ParserPool {
  const pool = new ParserPool({
    size,
    program: { file: process.execPath, args: [...flags, file, String(maxResidentMib)], answers: 3 },
    limits: { ...DEFAULT_LIMITS, ...limits },
    ahead: { files: 8, bytes: 64 * 1024 },
    startCostMs: 150,
    repair: 'Install again with `npm ci`.',
  });
  pools.push(pool);
  return pool;
}

function run(pool: ParserPool, script: string, path = 'file'): Promise<ParseOutcome> {
  return pool.parse({ path, mode: { language: 'python' }, bytes: Buffer.from(script) });
}

/** The process that responded. */
async function pidOf(answer: Promise<ParseOutcome>): Promise<number> {
  const outcome = await answer;
  if (outcome.status !== 'undecodable') throw new Error(`not an answer of the scripted worker: ${outcome.status}`);
  return Number(outcome.reason.split(' ')[0]);
}

/** A zombie, which its new parent has not reaped yet, is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

async function within(ms: number, condition: () => boolean): Promise<void> {
  const begin = performance.now();
  while (!condition()) {
    if (performance.now() - begin > ms) throw new Error(`not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function runParent(last: string): Promise<{ stdout: string; code: number | null; signal: string | null }> {
  const child = spawn(process.execPath, [parent, worker, last], { stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const [code, signal] = await once(child, 'close');
  return { stdout, code, signal };
}

test('outcomes belong to their files', async () => {
  const pool = start({ size: 2 });
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, i) => run(pool, 'echo', `f${i}`)));
  outcomes.forEach((outcome, i) => {
    expect(outcome).toMatchObject({ status: 'undecodable', reason: expect.stringMatching(new RegExp(` f${i}$`)) });
  });
});

test('an outcome far larger than a pipe arrives completely', async () => {
  const outcome = await run(start(), 'large 3000000');
  expect(outcome).toEqual({ status: 'undecodable', reason: 'é'.repeat(3_000_000) });
});

test('a few short files start one process, waiting files a second one, and never more than the size', async () => {
  const pool = start({ size: 2 });
  await Promise.all([run(pool, 'echo'), run(pool, 'echo'), run(pool, 'echo')]);
  expect(pool.processes).toBe(1);
  const pids = await Promise.all(Array.from({ length: 30 }, () => pidOf(run(pool, 'sleep 40'))));
  expect(new Set(pids).size).toBe(2);
  expect(pool.processes).toBe(2);
});

test('a file that kills its process fails alone, and files sent ahead are parsed', async () => {
  const pool = start();
  const answers = ['echo', 'echo', 'die', 'echo', 'echo'].map((script, i) => run(pool, script, `f${i}`));
  const outcomes = await Promise.all(answers);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'undecodable',
    'undecodable',
    'parser-failed',
    'undecodable',
    'undecodable',
  ]);
  expect(outcomes[2]).toMatchObject({ reason: expect.stringContaining('SIGSEGV') });
});

test('a file whose process died once is retried in a new process', async () => {
  const pool = start();
  const before = await pidOf(run(pool, 'echo'));
  const after = await pidOf(run(pool, `die-once ${join(folder, 'died')}`));
  expect(after).not.toBe(before);
});

test('many files that kill their process fail alone', async () => {
  const pool = start({ size: 2 });
  const scripts = Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 'die' : 'echo'));
  const outcomes = await Promise.all(scripts.map((script) => run(pool, script)));
  expect(outcomes.map(({ status }) => status)).toEqual(
    scripts.map((script) => (script === 'die' ? 'parser-failed' : 'undecodable')),
  );
});

test.each([
  ['throw defect', 'defect'],
  ['exit 7', 'exit code 7'],
])('%s: parser-failed has the reason', async (script, reason) => {
  const pool = start();
  expect(await run(pool, script)).toEqual({ status: 'parser-failed', reason: expect.stringContaining(reason) });
  expect(await run(pool, 'echo')).toMatchObject({ status: 'undecodable' });
});

test('a full heap is parser-failed: out of memory', async () => {
  const pool = start({ flags: ['--max-old-space-size=64'] });
  expect(await run(pool, 'heap')).toEqual({ status: 'parser-failed', reason: 'the parser ran out of memory' });
  expect(await run(pool, 'echo')).toMatchObject({ status: 'undecodable' });
});

test('a file that never ends is killed at its limit of processor time', async () => {
  const pool = start({ limits: { hardMs: 300 } });
  expect(await run(pool, 'spin')).toEqual({ status: 'timeout', reason: 'no end after 0.3 s' });
});

test('several files that never end do not multiply the run time', { timeout: 120_000 }, async () => {
  const pool = start({ limits: { hardMs: 1_000 } });
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => run(pool, 'spin')));
  expect(outcomes.map((outcome) => outcome.status === 'timeout' && outcome.reason)).toEqual(
    [1, 1, 0.5, 0.25, 0.125, 0.1].map((seconds) => `no end after ${seconds} s`),
  );
});

test('several files that need too much memory do not multiply the run time', { timeout: 120_000 }, async () => {
  const pool = start({ limits: { hardResidentBytes: 150 * 1024 * 1024, hardMs: 2_000 } });
  for (let file = 0; file < 3; file++) expect(await run(pool, 'swell')).toMatchObject({ status: 'parser-failed' });
  expect(await run(pool, 'spin')).toEqual({ status: 'timeout', reason: 'no end after 0.5 s' });
});

test('a process that gets no processor time has more wall time', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux reports processor times');
  const pool = start({ limits: { hardMs: 100 } });
  expect(await run(pool, 'sleep 600')).toMatchObject({ status: 'undecodable' });
});

test('a file that never ends without using the processor is killed without a retry', async () => {
  const pool = start({ limits: { idleMs: 300 } });
  await run(pool, 'echo');
  const hung = run(pool, `hang-once ${join(folder, 'hung')}`);
  const queued = run(pool, 'echo');
  expect(await hung).toEqual({ status: 'timeout', reason: 'no progress for 0.3 s' });
  expect(await queued).toMatchObject({ status: 'undecodable' });
});

test('the time of a file starts when it is parsed', async () => {
  const pool = start({ limits: { idleMs: 400 } });
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => run(pool, 'sleep 120')));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill('undecodable'));
});

test('an outcome that waits in the pipe while the parent is busy is not a timeout, and kills no process', async () => {
  const pool = start({ limits: { idleMs: 500 } });
  const before = await pidOf(run(pool, 'echo'));
  const answer = run(pool, 'sleep 20');
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  expect(await pidOf(answer)).toBe(before);
  expect(await pidOf(run(pool, 'echo'))).toBe(before);
});

test('options meant for the Node processes of the user do not reach the workers', async () => {
  vi.stubEnv('NODE_OPTIONS', '--require /nowhere/hook.cjs');
  const outcome = await run(start(), 'echo').finally(() => vi.unstubAllEnvs());
  expect(outcome).toMatchObject({ status: 'undecodable' });
});

test('a process with too much memory is replaced after its outcome', async () => {
  const pool = start({ maxResidentMib: 150 });
  const [first, grown, ...rest] = await Promise.all([
    pidOf(run(pool, 'echo')),
    pidOf(run(pool, 'hold 200')),
    pidOf(run(pool, 'echo')),
    pidOf(run(pool, 'echo')),
  ]);
  expect(grown).toBe(first);
  expect(new Set(rest).size).toBe(1);
  expect(rest[0]).not.toBe(first);
  await within(1000, () => !isAlive(first));
});

test('a process that exceeds its memory with one file is killed, and the file is parser-failed', async () => {
  const pool = start({ limits: { hardResidentBytes: 150 * 1024 * 1024 } });
  expect(await run(pool, 'swell')).toEqual({
    status: 'parser-failed',
    reason: 'the parser needed more than 150 MiB of memory',
  });
  expect(await run(pool, 'echo')).toMatchObject({ status: 'undecodable' });
});

test('a pool at rest has no idle process, completes its files, and starts new processes later', async () => {
  const pool = start({ size: 2 });
  const pids = await Promise.all(Array.from({ length: 10 }, () => pidOf(run(pool, 'sleep 60'))));
  expect(new Set(pids).size).toBe(2);
  const busy = pidOf(run(pool, 'sleep 200'));
  pool.rest();
  expect(pool.processes).toBe(1);
  const last = await busy;
  pool.rest();
  await within(1000, () => !pids.some(isAlive));
  expect(await pidOf(run(pool, 'echo'))).not.toBe(last);
});

test('output of third-party code does not disturb outcomes', async () => {
  const pool = start();
  await run(pool, 'print');
  expect(await run(pool, 'echo', 'after')).toMatchObject({ reason: expect.stringContaining('after') });
});

test('fail() ends every process within a second and rejects open calls', async () => {
  const pool = start({ size: 2 });
  const pid = await pidOf(run(pool, 'echo'));
  const open = Promise.allSettled(Array.from({ length: 20 }, () => run(pool, 'hang')));
  const begin = performance.now();
  pool.fail(new Error('stop'));
  expect((await open).every((result) => result.status === 'rejected' && result.reason.message === 'stop')).toBe(true);
  await pool.ended();
  expect(performance.now() - begin).toBeLessThan(1000);
  expect(isAlive(pid)).toBe(false);
  await expect(run(pool, 'echo')).rejects.toThrow('stop');
});

test('a worker ends if its parent is killed', async () => {
  const { stdout, signal } = await runParent('die');
  expect(signal).toBe('SIGKILL');
  await within(1000, () => !isAlive(Number(stdout.split(' ')[0])));
});

test('an ended pool does not keep the process alive', async () => {
  const begin = performance.now();
  const { stdout, code } = await runParent('end');
  expect(code).toBe(0);
  expect(isAlive(Number(stdout.split(' ')[0]))).toBe(false);
  expect(performance.now() - begin).toBeLessThan(10_000);
});

test('a missing worker is an error of the installation with its reason', async () => {
  const pool = start({ file: join(folder, 'nothing.mjs') });
  await expect(run(pool, 'echo')).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('nothing.mjs'),
    hint: expect.stringContaining('npm ci'),
  });
});

test('the limit on open files of a worker, or of its creation, is an error with the remedy', async () => {
  const limited = { code: 'too_many_open_files' };
  await expect(run(start(), 'throw EMFILE: too many open files, open grammar.wasm')).rejects.toMatchObject(limited);
  const create = vi.spyOn(ParserProcess.prototype, 'send').mockImplementation(() => {
    throw tooManyOpenFiles();
  });
  try {
    await expect(run(start(), 'echo')).rejects.toMatchObject(limited);
  } finally {
    create.mockRestore();
  }
});

test('a worker that does not start in time fails', async () => {
  const pool = start({ flags: ['-e', 'setTimeout(() => {}, 60_000)'], limits: { startMs: 200 } });
  await expect(run(pool, 'echo')).rejects.toMatchObject({ message: expect.stringContaining('not up after 0.2 s') });
});
