import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ParseJob, ParseOutcome } from '../engine.ts';

/** Twice the need of the deepest accepted source. Only the used part takes memory. */
const STACK_MIB = 256;

/**
 * Parses a file in a thread with a large machine stack. The thread ends after the file, which releases its stack.
 *
 * @throws the error of the parser
 */
export async function parseInDeepThread(job: ParseJob): Promise<ParseOutcome> {
  const [, program = '', ...argv] = process.argv;
  const thread = new Worker(program, { workerData: job, argv, resourceLimits: { stackSizeMb: STACK_MIB } });
  const [outcome]: ParseOutcome[] = await once(thread, 'message');
  await thread.terminate();
  if (outcome === undefined) throw new Error('the thread gives no outcome');
  return outcome;
}

/** In the thread: parses the file of its `workerData`. */
export async function answerInDeepThread(parse: (job: ParseJob) => Promise<ParseOutcome>): Promise<void> {
  const job: ParseJob = workerData;
  parentPort?.postMessage(await parse(job));
}
