import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { validate as isProblem } from '@analyzer/contracts/analyzer.problem.v1/validate';
import { validate as isResult } from '@analyzer/contracts/analyzer.result.v1/validate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery, type Outcome } from '../query.ts';
import { type AskOptions, QueryPool, type QueryPoolOptions } from './pool.ts';
import { buildThread, startMark, type ThreadFixture } from './thread-fixture.ts';

/** Longer than a test. */
const NEVER_MS = 600_000;

let indexed: IndexedProjects;
let thread: ThreadFixture;
beforeAll(async () => {
  [indexed, thread] = await Promise.all([indexProjects(), buildThread()]);
});
afterAll(() => {
  indexed.remove();
  thread.remove();
});

/** Running threads of this process. */
const threads = new Set<Worker>();
process.on('worker', (worker) => {
  threads.add(worker);
  worker.on('exit', () => threads.delete(worker));
});

function openPool(options: Partial<QueryPoolOptions> = {}) {
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const pool = new QueryPool({ db: indexed.db, threadPath: thread.path, onFault, ...options });
  onTestFinished(async () => {
    await pool.close();
    expect(threads.size).toBe(0);
  });
  const ask = (operation: string, its: AskOptions & { params?: object } = {}): Promise<Outcome> =>
    pool.ask({ schema: 'analyzer.request.v1', operation, params: its.params ?? {} }, its);
  const threadOf = async (): Promise<unknown> => Reflect.get(dataOf(await ask('thread')), 'thread');
  return { pool, ask, threadOf, faults };
}

function dataOf(outcome: Outcome): object {
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.data;
}

function codeOf(outcome: Outcome): string {
  if ('ok' in outcome) return 'ok';
  expect(isProblem(outcome.error)).toBe(true);
  return outcome.error.code;
}

async function timed<T>(work: Promise<T>): Promise<[T, ms: number]> {
  const started = performance.now();
  return [await work, performance.now() - started];
}

test('a pool gives the same answers as a query without threads', async () => {
  const { ask } = openPool();
  const query = createQuery(INDEX_OPERATIONS);
  const questions = [
    { operation: 'summary' },
    { operation: 'nodes', params: { limit: 3 } },
    { operation: 'nodes', params: { limt: 3 } },
  ];
  const answers = await Promise.all(questions.map(({ operation, params = {} }) => ask(operation, { params })));
  expect(answers.map((outcome) => 'ok' in outcome && isResult(outcome.ok))).toEqual([true, true, false]);
  expect(answers).toEqual(
    questions.map((question) => query(indexed.reader, { schema: 'analyzer.request.v1', ...question })),
  );
});

test('two threads answer in parallel, and a third query waits', async () => {
  const { ask, threadOf } = openPool();
  const long = [ask('one-long-statement', { timeoutMs: 400 }), ask('many-rows', { timeoutMs: 800 })];
  const [found, ms] = await timed(threadOf());
  expect(found).toEqual(expect.any(Number));
  expect(ms).toBeGreaterThan(300);
  expect((await Promise.all(long)).map(codeOf)).toEqual(['timeout', 'timeout']);
});

// The queries never end, and no thread is replaced, so that an answer shows that the thread stopped its query.
describe('an abandoned query stops, and its thread answers the next one', () => {
  test.each(['one-long-statement', 'many-rows'])('after its deadline: %s', async (operation) => {
    const { ask, threadOf } = openPool({ threads: 1, graceMs: NEVER_MS });
    const its = await threadOf();
    expect(codeOf(await ask(operation, { timeoutMs: 100 }))).toBe('timeout');
    expect(await threadOf()).toBe(its);
  });

  test.each(['one-long-statement', 'many-rows'])('after cancellation: %s', async (operation) => {
    const { ask, threadOf } = openPool({ threads: 1, graceMs: NEVER_MS });
    const its = await threadOf();
    const controller = new AbortController();
    const { ready, started } = startMark();
    const asked = ask(operation, { signal: controller.signal, params: { ready } });
    await started();
    controller.abort();
    expect(codeOf(await asked)).toBe('cancelled');
    expect(await threadOf()).toBe(its);
  });

  test('while it waits', async () => {
    const { ask, threadOf } = openPool({ threads: 1 });
    const first = ask('many-rows', { timeoutMs: 500 });
    const controller = new AbortController();
    const second = ask('many-rows', { signal: controller.signal });
    controller.abort();
    expect(codeOf(await second)).toBe('cancelled');
    expect(codeOf(await ask('thread', { timeoutMs: 50 }))).toBe('timeout');
    expect(codeOf(await first)).toBe('timeout');
    expect(await threadOf()).toEqual(expect.any(Number));
    expect(codeOf(await ask('summary', { signal: controller.signal }))).toBe('cancelled');
  });

  test('after the time limit of the pool', async () => {
    const { ask } = openPool({ timeoutMs: 200 });
    expect(codeOf(await ask('many-rows', { timeoutMs: 60_000 }))).toBe('timeout');
  });
});

describe('a thread that does not stop is replaced', () => {
  test('immediately, when it runs outside SQLite', async () => {
    const { ask, threadOf } = openPool({ threads: 1, graceMs: 100 });
    const its = await threadOf();
    expect(codeOf(await ask('deaf-loop', { timeoutMs: 50 }))).toBe('timeout');
    expect(await threadOf()).not.toBe(its);
    await expect.poll(() => threads.size, { timeout: 5000 }).toBe(1);
  });

  test('after it leaves SQLite, when it runs a statement', async () => {
    const { pool, ask, threadOf } = openPool({ threads: 1, graceMs: 50 });
    const its = await threadOf();
    expect(codeOf(await ask('deaf-statement', { timeoutMs: 50 }))).toBe('timeout');
    expect(await threadOf()).not.toBe(its);
    await pool.close();
  });

  test('after a crash, and the current query is answered with an error', async () => {
    const { ask, threadOf, faults } = openPool({ threads: 1 });
    const its = await threadOf();
    expect(codeOf(await ask('breaks'))).toBe('internal');
    expect(faults).toHaveLength(1);
    expect(await threadOf()).not.toBe(its);
  });

  test('that fails to start answers each query with an error', async () => {
    const { ask, faults } = openPool({ threadPath: join(tmpdir(), 'no-such-thread.mjs') });
    expect((await Promise.all([ask('summary'), ask('summary'), ask('summary')])).map(codeOf)).toEqual(
      Array(3).fill('internal'),
    );
    expect(faults).toHaveLength(3);
  });
});

describe('a closed pool', () => {
  test('answers waiting queries, stops running ones, ends its threads, and rejects new queries', async () => {
    const { pool, ask } = openPool();
    const [one, other] = [startMark(), startMark()];
    const asked = [
      ask('one-long-statement', { params: { ready: one.ready } }),
      ask('many-rows', { params: { ready: other.ready } }),
      ask('summary'),
    ];
    await Promise.all([one.started(), other.started()]);
    expect(threads.size).toBe(2);
    await Promise.all([pool.close(), pool.close()]);
    expect(threads.size).toBe(0);
    expect((await Promise.all(asked)).map(codeOf)).toEqual(Array(3).fill('unavailable'));
    expect(codeOf(await ask('summary'))).toBe('unavailable');
  });

  test('can be closed without any query', async () => {
    await openPool().pool.close();
  });
});

test('a query beyond the queue limit is answered busy and can be repeated', async () => {
  const { ask } = openPool({ threads: 1, mostWaiting: 1 });
  const asked = [ask('many-rows', { timeoutMs: 200 }), ask('summary'), ask('summary')];
  expect((await Promise.all(asked)).map(codeOf)).toEqual(['timeout', 'ok', 'busy']);
  expect(codeOf(await ask('summary'))).toBe('ok');
});

test('a request that cannot be cloned, and an invalid request, are answered with an error', async () => {
  const { pool } = openPool({ threads: 1 });
  expect(codeOf(await pool.ask({ schema: () => 1 }))).toBe('internal');
  expect(codeOf(await pool.ask(7))).toBe('invalid_request');
});

test('an answer respects maxBytes', async () => {
  const { ask } = openPool({ threads: 1 });
  expect(codeOf(await ask('summary', { limits: { maxBytes: 100 } }))).toBe('result_too_large');
});

test('an index that is created later, and a replaced index file, are opened', async () => {
  const db = join(tmpdir(), `${randomUUID()}.db`);
  const { ask } = openPool({ db, threads: 1 });
  expect(codeOf(await ask('summary'))).toBe('no_snapshot');
  writeFileSync(db, 'no index');
  expect(codeOf(await ask('summary'))).toBe('unusable_index');
  rmSync(db);
  copyFileSync(indexed.db, db);
  expect(codeOf(await ask('summary'))).toBe('ok');
  rmSync(db);
  expect(codeOf(await ask('summary'))).toBe('no_snapshot');
});

test('a query that runs during a reindex reads one snapshot', async () => {
  const { ask } = openPool();
  const [ready, go] = [`${indexed.db}.ready`, `${indexed.db}.go`];
  const before = await ask('summary');
  const open = ask('two-looks', { params: { ready, go } });
  await expect.poll(() => existsSync(ready), { timeout: 5000 }).toBe(true);
  await indexed.reindex({ 'billing/app/more.py': 'def one():\n    return 1\n\n\ndef two():\n    return 2\n' });
  const after = await ask('summary');
  writeFileSync(go, '');
  const outcome = await open;
  const { first, second } = JSON.parse(JSON.stringify(dataOf(outcome)));
  expect(second).toEqual(first);
  expect(snapshotOf(outcome)).toBe(snapshotOf(before));
  expect(snapshotOf(after)).not.toBe(snapshotOf(before));
  expect(dataOf(after)).not.toEqual(dataOf(before));
  const params = { snapshot_id: snapshotOf(before) };
  expect(codeOf(await ask('nodes', { params }))).toBe('snapshot_mismatch');
});

function snapshotOf(outcome: Outcome): string {
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.snapshot_id;
}
