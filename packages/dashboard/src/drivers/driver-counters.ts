import { REFUSALS, type RefusalReason } from '../egress/refusal.ts';

export type Verdict = 'new' | 'ok' | 'changed' | 'issue' | 'error';

/** Counters of the drivers since the start. */
export class DriverCounters {
  readonly captures: Record<Verdict, number> = { new: 0, ok: 0, changed: 0, issue: 0, error: 0 };
  readonly screenshots = { taken: 0, failed: 0 };
  readonly refusals: Record<RefusalReason, number>;
  /** Requests of captured pages that were refused. */
  blocked = 0;
  /** Requests answered with 429. */
  turnedAway = 0;

  constructor() {
    this.refusals = { address: 0, credentials: 0, name: 0, origin: 0, scheme: 0 };
  }

  get reasons(): readonly [RefusalReason, number][] {
    return REFUSALS.map((reason) => [reason, this.refusals[reason]]);
  }
}
