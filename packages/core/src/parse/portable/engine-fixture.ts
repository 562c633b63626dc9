import { join } from 'node:path';
import type { Engine } from '../engine.ts';
import { createPortableEngine } from './engine.ts';
import { buildWorker } from './worker-fixture.ts';

const engines = new Map<boolean, Promise<Engine>>();

/**
 * The portable engine for tests of code that uses an engine. The test files of a vitest process share it, and its parser
 * stays alive between scans: starting one takes 150 ms of processor time, and scanning a small project 20 ms.
 *
 * @param tokens also return token records
 * @returns an engine that the caller need not close
 */
export function sharedEngine(tokens = false): Promise<Engine> {
  let engine = engines.get(tokens);
  if (engine === undefined) {
    engine = startEngine(tokens);
    engines.set(tokens, engine);
  }
  return engine;
}

async function startEngine(tokens: boolean): Promise<Engine> {
  const worker = await buildWorker(join(import.meta.dirname, '../../../../..'));
  const engine = createPortableEngine({ jobs: 1, tokens, workerPath: worker.path });
  return { ...engine, rest: () => undefined, close: async () => undefined };
}
