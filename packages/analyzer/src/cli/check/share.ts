import type { Check } from '@analyzer/core/check/model.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import { shareLimit } from '../options/share-limits.ts';
import type { CheckFlags } from './flags.ts';

/** Whether the share of repeated lines is computed. */
export function needsShare({ maxShare, summary }: Pick<CheckFlags, 'maxShare' | 'summary'>): boolean {
  return maxShare !== undefined || summary !== undefined;
}

/**
 * Adds the share of repeated lines if it is asked for.
 *
 * @param before the earlier state
 */
export async function withShare(result: Check, flags: CheckFlags, before?: Scan): Promise<Check> {
  if (!needsShare(flags)) return result;
  const { ProjectShare, checkShare } = await import('@analyzer/core/check/share.ts');
  const old = before && new ProjectShare(before);
  return { ...result, share: checkShare((flags.maxShare ?? []).map(shareLimit), new ProjectShare(result.scan), old) };
}
