import { parentPort, workerData } from 'node:worker_threads';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { INDEX_OPERATIONS } from '@analyzer/core/query/operations.ts';
import { createQuery } from '@analyzer/core/query/query.ts';
import type { Question } from '../queries/questions.ts';

/** The data of a client's thread. */
export interface ClientData {
  url: string;
  /** Path of the thread of its connection. */
  bridge: string;
  /** By kind. */
  questions: [kind: string, questions: Question[]][];
  /** Number of the first questions that are not timed. */
  warmUp: number;
}

/** Milliseconds by kind. */
export type Timed = [kind: string, times: number[]][];

const { url, bridge, questions, warmUp }: ClientData = workerData;
const query = createQuery(INDEX_OPERATIONS);
const reader = await openIndex(url, { bridge });

const timed: Timed = questions.map(([kind, all]) => {
  for (const question of all.slice(0, warmUp)) ask(question);
  return [kind, all.slice(warmUp).map(ask)];
});
reader.close();
parentPort?.postMessage(timed);

/** @returns milliseconds until the answer */
function ask({ operation, params }: Question): number {
  const started = performance.now();
  const outcome = query(reader, { schema: 'analyzer.request.v1', operation, params });
  if ('error' in outcome) throw new Error(`${operation} ${JSON.stringify(params)}: ${outcome.error.message}`);
  return performance.now() - started;
}
