import { parentPort, workerData } from 'node:worker_threads';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { context } from '@analyzer/core/packet/context.ts';
import { INDEX_OPERATIONS } from '@analyzer/core/query/operations.ts';
import { createQuery } from '@analyzer/core/query/query.ts';
import type { Question } from '../queries/questions.ts';

/** The data of a client's thread. */
export interface ClientData {
  url: string;
  /** Path of the thread of its connection. */
  bridge: string;
}

/** Questions that a client asks one after another; it answers with their milliseconds. */
export interface Round {
  questions: Question[];
  /** Milliseconds since 1970 at which each question is due. Without it, the next follows each answer at once. */
  due?: number[];
}

const { url, bridge }: ClientData = workerData;
const query = createQuery([...INDEX_OPERATIONS, context]);
const reader = await openIndex(url, { bridge });
const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

parentPort?.on('message', ({ questions, due }: Round) => {
  const times = questions.map((question, at) => {
    const from = due?.[at] ?? now();
    const early = from - now();
    if (early > 0) Atomics.wait(clock, 0, 0, early);
    ask(question);
    // A question that waited for the answer to the one before it took longer.
    return now() - from;
  });
  parentPort?.postMessage(times);
});
parentPort?.postMessage([]);

function ask({ operation, params }: Question): void {
  const outcome = query(reader, { schema: 'analyzer.request.v1', operation, params });
  if ('error' in outcome) throw new Error(`${operation} ${JSON.stringify(params)}: ${outcome.error.message}`);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
