import type { MessagePort } from 'node:worker_threads';
import { AnalyzerError } from '@analyzer/contracts';
import type { Answer, Order } from './messages.ts';
import type { Review } from './model.ts';

/** What a thread does. */
export interface Reviewing {
  run(): Promise<Review>;
  close(): Promise<void>;
}

/** Answers the orders of the owner of a thread, one after another. */
export function serveReviews(port: MessagePort, reviewing: Reviewing): void {
  port.on('message', (order: Order) => {
    if (order === 'end') void reviewing.close().finally(() => port.close());
    else void answerOf(reviewing).then((answer) => port.postMessage(answer));
  });
}

async function answerOf(reviewing: Reviewing): Promise<Answer> {
  try {
    return { review: await reviewing.run() };
  } catch (error) {
    if (!(error instanceof AnalyzerError)) return { problem: error instanceof Error ? error.message : String(error) };
    return { problem: error.hint === undefined ? error.message : `${error.message}. ${error.hint}` };
  }
}
