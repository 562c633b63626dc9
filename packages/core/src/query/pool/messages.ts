import type { Outcome } from '../query.ts';

/** What a thread is given when it starts. */
export interface ThreadData {
  /** Path of the index, as a person wrote it. */
  db: string;
  /** Of `SharedState`. */
  memory: SharedArrayBuffer;
}

/** What it is told. */
export type Order = { type: 'ask'; request: unknown; maxBytes?: number } | { type: 'end' };

/** What it answers to `ask`. */
export interface Answered {
  outcome: Outcome;
  /** Texts of errors that nobody foresaw. */
  faults: string[];
}
