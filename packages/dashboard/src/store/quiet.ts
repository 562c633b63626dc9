import { BURST_MS } from './checks.ts';
import { LIMITS } from './rules.ts';

/** @param gaps newest times between reports @returns how long a check without an expectation may be silent */
export function quietAfter(gaps: readonly number[]): number {
  const runs = gaps.filter((gap) => gap > BURST_MS);
  if (runs.length < LIMITS.quietGaps) return LIMITS.quietMs;
  return Math.min(LIMITS.quietMostMs, Math.max(LIMITS.quietLeastMs, LIMITS.quietFactor * Math.max(...runs)));
}
