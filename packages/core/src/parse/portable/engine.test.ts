import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { engineSuite } from '../engine.suite.ts';
import type { Engine, ParseOutcome } from '../engine.ts';
import { createPortableEngine } from './engine.ts';
import { buildWorker, type WorkerFixture } from './worker-fixture.ts';

const REPOSITORY = join(import.meta.dirname, '../../../../..');
let worker: WorkerFixture;
beforeAll(async () => {
  worker = await buildWorker(REPOSITORY);
  return () => worker.remove();
});

describe('portable engine', () => {
  engineSuite((options) => createPortableEngine({ ...options, workerPath: worker.path }));
});

/** Runs a task with an engine whose worker lacks a file. */
async function lacking(without: string, task: (engine: Engine) => Promise<void>): Promise<void> {
  const fixture = await buildWorker(REPOSITORY, [without]);
  const engine = createPortableEngine({ jobs: 1, workerPath: fixture.path });
  try {
    await task(engine);
  } finally {
    await engine.close();
    fixture.remove();
  }
}

function parse(engine: Engine, language: string, source: string): Promise<ParseOutcome> {
  return engine.parse({ path: `a file in ${language}`, mode: { language }, bytes: Buffer.from(source) });
}

test('without a grammar its files are missing-parser, and all others are parsed', () =>
  lacking('tree-sitter-php.wasm', async (engine) => {
    expect(await parse(engine, 'php', '<?php f();')).toEqual({
      status: 'missing-parser',
      reason: 'tree-sitter-php.wasm does not load: the file is not there',
    });
    expect(await parse(engine, 'python', 'f()')).toMatchObject({ status: 'analyzed' });
    expect(await parse(engine, 'bash', 'f')).toMatchObject({ status: 'analyzed' });
    expect(await parse(engine, 'javascript', 'f()')).toMatchObject({ status: 'analyzed' });
  }));

test('without the binding of oxc JavaScript and TypeScript are missing-parser, but Python is parsed', () =>
  lacking('oxc-parser', async (engine) => {
    for (const language of ['javascript', 'typescript']) {
      const outcome = await parse(engine, language, 'f()');
      expect(outcome).toEqual({
        status: 'missing-parser',
        reason: expect.stringMatching(/^oxc-parser does not load: /),
      });
      expect(outcome).not.toMatchObject({ reason: expect.stringContaining(worker.path) });
    }
    expect(await parse(engine, 'python', 'f()')).toMatchObject({ status: 'analyzed' });
  }));

test.each(['tree-sitter-python.wasm', 'web-tree-sitter'])('without %s the installation is broken', (part) =>
  lacking(part, async (engine) => {
    await expect(parse(engine, 'python', 'f()')).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('tree-sitter-python.wasm does not load'),
      hint: expect.stringContaining('npm ci'),
    });
  }),
);

test('a parser that exceeds its WebAssembly memory fails only for that file', async () => {
  const limits = { maxWasmBytes: 64 * 1024 * 1024 };
  const engine = createPortableEngine({ jobs: 1, workerPath: worker.path, limits });
  const outcomes = await Promise.all([parse(engine, 'python', '('.repeat(1_000_000)), parse(engine, 'python', 'f()')]);
  await engine.close();
  expect(outcomes).toMatchObject([
    { status: 'parser-failed', reason: 'the parser ran out of memory' },
    { status: 'analyzed' },
  ]);
});

test('a missing worker is reported', () => {
  expect(() => createPortableEngine({ jobs: 1, workerPath: '/nowhere/worker.js' })).toThrow('/nowhere/worker.js');
});

test.each([0, 65, 1.5, Number.NaN])('%s jobs are refused', (jobs) => {
  expect(() => createPortableEngine({ jobs, workerPath: worker.path })).toThrow('from 1 to 64');
});

test('engines remove their listeners', async () => {
  const controller = new AbortController();
  const before = process.listenerCount('exit');
  for (let i = 0; i < 30; i++) {
    await createPortableEngine({ jobs: 1, signal: controller.signal, workerPath: worker.path }).close();
  }
  expect(process.listenerCount('exit')).toBe(before);
});
