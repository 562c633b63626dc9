import { compareCycles } from '#diff/links/compare-cycles.ts';
import type { Cycle } from '#scan/model.ts';

/** The cycles with files that no known cycle has, or that are in different known cycles. */
export function newCycles(known: readonly Cycle[], now: readonly Cycle[]): Cycle[] {
  const changes = compareCycles(known, now, (path) => path);
  const worse = changes.filter(({ change }) => change === 'appeared' || change === 'grew' || change === 'changed');
  const first = new Set(worse.map(({ after }) => after[0]));
  return now.filter(({ files }) => first.has(files[0]));
}
