import type { SizeLimits } from '../answer/size.ts';
import type { Caller } from '../operation.ts';
import type { Outcome } from '../query.ts';

/** Start data of a thread. */
export interface ThreadData {
  /** Path of the index, as written by the user. */
  db: string;
  /** Path of the earlier index that `changes` compares with. */
  since: string | undefined;
  /** Memory of `SharedState`. */
  memory: SharedArrayBuffer;
}

/** Messages to a thread. */
export type Order = { type: 'ask'; request: unknown; limits: SizeLimits; caller: Caller | undefined } | { type: 'end' };

/** The reply to `ask`. */
export interface Answered {
  outcome: Outcome;
  /** Messages of unexpected errors. */
  faults: string[];
}
