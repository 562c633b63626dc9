import type { Capture, Rejection } from '@analyzer/contracts/pages/captures';
import { type CaptureIndex, type StoredCapture, sameSubject } from './stored-capture.ts';

/** Default limit of captures: below this share of differing pixels, pictures are equal. */
const UNSEEN_RATIO = 0.001;

/**
 * Finds the newest capture of each page that differs from its present baseline and was not reviewed.
 *
 * @returns captures with their baselines, oldest first
 */
export function toReview(index: CaptureIndex): { after: StoredCapture; before: StoredCapture }[] {
  const newest = new Map<string, StoredCapture>();
  for (const capture of index.captures) newest.set(subjectOf(capture), capture);
  const byId = new Map(index.captures.map((one) => [one.id, one]));
  return index.baselines
    .flatMap((baseline) => {
      const before = byId.get(baseline.capture);
      const after = newest.get(subjectOf(baseline));
      return before === undefined || after === undefined ? [] : [{ after, before }];
    })
    .filter(({ after, before }) => differs(after, before) && after.rejected?.baseline !== before.id)
    .sort((a, b) => a.after.at - b.after.at);
}

/** The rejection of the previous capture of a page, if a new capture shows the same. */
export function inheritedRejection(index: CaptureIndex, capture: StoredCapture): Rejection | undefined {
  const previous = index.captures.findLast((one) => sameSubject(one, capture));
  return previous !== undefined && looksTheSame(previous, capture) ? previous.rejected : undefined;
}

function subjectOf({ service, url, kind }: Pick<Capture, 'service' | 'url' | 'kind'>): string {
  return JSON.stringify([service, url, kind]);
}

function looksTheSame({ files: a }: StoredCapture, { files: b }: StoredCapture): boolean {
  return a.dom === b.dom && a.image === b.image;
}

function differs(after: StoredCapture, before: StoredCapture): boolean {
  const { diff } = after;
  if (after.id === before.id || diff === null || looksTheSame(after, before)) return false;
  // The counted differences are from an earlier baseline.
  if (after.baseline !== before.id) return true;
  if (diff.status === 'changed') return true;
  // An issue that the approved baseline has too, such as little text, is not a difference.
  const changes = Object.values(diff.change_counts ?? {}).some((count) => count > 0);
  return diff.status === 'issue' && (changes || (diff.pixels?.ratio ?? 0) > UNSEEN_RATIO);
}
