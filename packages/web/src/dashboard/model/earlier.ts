import type { Baseline, Capture } from '@analyzer/contracts/pages/captures';

/**
 * The capture that another one is compared with: the one that the URL names, else the baseline of its page; a baseline
 * is compared with the previous one.
 *
 * @param captures of its page, newest first
 */
export function earlierOf(
  after: Capture,
  captures: readonly Capture[],
  baseline: Baseline | undefined,
  against: string,
): Capture | null {
  const find = (id: string | null | undefined): Capture | undefined => captures.find((one) => one.id === id);
  if (against !== '') return find(against) ?? null;
  if (baseline !== undefined && baseline.capture !== after.id) return find(baseline.capture) ?? null;
  const before = baseline?.history.find(({ capture }) => capture !== after.id);
  return find(before?.capture) ?? find(after.baseline) ?? captures.find(({ at }) => at < after.at) ?? null;
}

/** Whether two captures are of the same page and kind. */
export function samePage(
  a: Pick<Capture, 'service' | 'url' | 'kind'>,
  b: Pick<Capture, 'service' | 'url' | 'kind'>,
): boolean {
  return a.service === b.service && a.url === b.url && a.kind === b.kind;
}
