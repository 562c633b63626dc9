import type { Comparison, View } from '@analyzer/contracts/pages/dashboard';
import type { CaptureStore } from '../captures/capture-store.ts';
import { sameSubject } from '../captures/stored-capture.ts';
import type { PageFiles } from './page-files.ts';

/** The comparison of a capture on the page without JavaScript: pictures, and the result at the time of the capture. */
export function comparisonOf(captures: CaptureStore, view: View, earlierOf: PageFiles['earlierOf']): Comparison | null {
  const found = view.capture === '' ? undefined : captures.find(view.capture);
  if (found === undefined) return null;
  const { files: _, ...after } = found;
  const { service, url, kind } = after;
  const same = captures.list({ service, url, kind }).filter((one) => sameSubject(one, after));
  const baseline = captures.baselines(service).find((one) => sameSubject(one, after));
  const before = earlierOf(after, same, baseline, view.against);
  const known = before === null || before.id === after.baseline;
  return {
    after,
    before,
    diff: known ? after.diff : null,
    problem: known ? '' : 'Comparing these two documents needs JavaScript.',
    captures: same,
    history: baseline?.history ?? [],
  };
}
