import { Worker } from 'node:worker_threads';
import type { Answer, Order } from './messages.ts';
import type { Review } from './model.ts';
import { Pace } from './pace.ts';

export interface ReviewEvents {
  onReview: (review: Review) => void;
  /** Receives the reason why there is no review; each reason once. */
  onProblem: (problem: string) => void;
  /** Receives the reason why the index of other projects is not asked; each reason once. */
  onIndexProblem: (problem: string) => void;
}

/** Longest time of a review. */
const MAX_MS = 120_000;
/** Time in which a thread ends on its own. */
const END_MS = 2_000;
const MAX_HEAP_MB = 2048;

/**
 * Reviews a project in a thread of its own, so that no other answer waits for it. Requests while a review runs are one more
 * review. A project whose review takes too long or too much memory is not reviewed again.
 */
export class BackgroundReview {
  readonly #program: string;
  readonly #data: unknown;
  readonly #events: ReviewEvents;
  readonly #pace = new Pace(() => this.#start());
  #worker: Worker | undefined;
  #limit: NodeJS.Timeout | undefined;
  #lastProblem: string | undefined;
  #lastIndexProblem: string | undefined;
  #isClosed = false;

  /**
   * @param program that calls `serveReviews`
   * @param data for the program
   */
  constructor(program: string, data: unknown, events: ReviewEvents) {
    this.#program = program;
    this.#data = data;
    this.#events = events;
  }

  /** Files may have changed. */
  request(): void {
    if (!this.#isClosed) this.#pace.request();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pace.stop();
    clearTimeout(this.#limit);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage('end' satisfies Order);
    const force = setTimeout(() => void worker.terminate(), END_MS);
    await ended;
    clearTimeout(force);
  }

  #start(): void {
    this.#worker ??= this.#open();
    this.#limit = setTimeout(() => this.#giveUp(`the review took more than ${MAX_MS / 1000} seconds`), MAX_MS);
    this.#worker.postMessage('review' satisfies Order);
  }

  #open(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
    const worker = new Worker(this.#program, { workerData: this.#data, resourceLimits });
    worker.on('message', (answer: Answer) => {
      clearTimeout(this.#limit);
      this.#pace.finished();
      if (this.#isClosed) return;
      if ('problem' in answer) this.#report(answer.problem);
      else {
        this.#lastProblem = undefined;
        this.#events.onReview(answer.review);
        const { index_problem: problem } = answer.review;
        if (problem !== undefined && problem !== this.#lastIndexProblem) this.#events.onIndexProblem(problem);
        this.#lastIndexProblem = problem;
      }
    });
    worker.on('error', (error) => this.#giveUp(error instanceof Error ? error.message : String(error)));
    return worker;
  }

  #giveUp(reason: string): void {
    if (this.#isClosed) return;
    this.#report(reason);
    void this.close();
  }

  #report(problem: string): void {
    if (problem !== this.#lastProblem) this.#events.onProblem(problem);
    this.#lastProblem = problem;
  }
}
