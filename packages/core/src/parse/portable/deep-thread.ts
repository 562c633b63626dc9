import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ParseJob, ParseOutcome } from '../engine.ts';

/** Twice what the deepest source needs that is parsed at all. Only what is used of it takes memory. */
const STACK_MIB = 256;

/**
 * Parses a file in a thread with a large machine stack. The thread ends after the file, so that its stack is given back.
 *
 * @throws what the parser throws
 */
export async function parseInDeepThread(job: ParseJob): Promise<ParseOutcome> {
  const [, program = '', ...argv] = process.argv;
  const thread = new Worker(program, { workerData: job, argv, resourceLimits: { stackSizeMb: STACK_MIB } });
  const [outcome]: ParseOutcome[] = await once(thread, 'message');
  await thread.terminate();
  if (outcome === undefined) throw new Error('the thread gives no outcome');
  return outcome;
}

/** In the thread: parses the file that it was started for. */
export async function answerInDeepThread(parse: (job: ParseJob) => Promise<ParseOutcome>): Promise<void> {
  const job: ParseJob = workerData;
  parentPort?.postMessage(await parse(job));
}
