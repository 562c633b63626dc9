import type { VerdictCounts } from '#check/model.ts';

/** The share of each verdict among the entries that are not stated, after a colon; empty without entries. */
export function verdictShares({ stated, ...counts }: VerdictCounts): string {
  const texts = stated === 0 ? '' : `; ${stated} more stated, for people`;
  const entries = counts.holds + counts.violated + counts.unchecked;
  if (entries === 0) return texts;
  const parts = (['holds', 'violated', 'unchecked'] as const).map((status) => {
    return `${Math.round((100 * counts[status]) / entries)} % ${status}`;
  });
  return `: ${parts.join(', ')}${texts}`;
}
