import type { Baseline, Capture, Rejection } from '@analyzer/contracts/pages/captures';
import type { FileHash } from './capture-files.ts';

/** A capture in the store: the published fields, and its files. */
export interface StoredCapture extends Omit<Capture, 'is_baseline' | 'rejected'> {
  files: { dom: FileHash | null; image: FileHash | null };
  /** Absent if no user rejected it. */
  rejected?: Rejection;
  /** Bytes of its files. */
  bytes: number;
}

/** The index of the store. */
export interface CaptureIndex {
  format: 1;
  /** Oldest first. */
  captures: StoredCapture[];
  baselines: Baseline[];
}

export interface Quota {
  captures: number;
  bytes: number;
}

export const QUOTA: Quota = { captures: 2_000, bytes: 500 * 1024 * 1024 };
export const HISTORY_LIMIT = 20;

/** The subject of a capture: the page of a service, in one kind of capture. */
export function sameSubject(
  a: { service: string; url: string; kind: Capture['kind'] },
  b: { service: string; url: string; kind: Capture['kind'] },
): boolean {
  return a.service === b.service && a.url === b.url && a.kind === b.kind;
}

/**
 * Selects the captures to delete: the oldest first, but no present or former baseline.
 *
 * @returns captures to retain and captures to delete
 */
export function withinQuota(
  index: CaptureIndex,
  quota: Quota,
): { stay: readonly StoredCapture[]; go: readonly StoredCapture[] } {
  const protectedIds = new Set(index.baselines.flatMap(({ history }) => history.map(({ capture }) => capture)));
  let count = index.captures.length;
  let bytes = index.captures.reduce((sum, one) => sum + one.bytes, 0);
  const go = new Set<StoredCapture>();
  // The newest capture is retained at any size: its result was just sent.
  for (const one of index.captures.slice(0, -1)) {
    if (count <= quota.captures && bytes <= quota.bytes) break;
    if (protectedIds.has(one.id)) continue;
    go.add(one);
    count--;
    bytes -= one.bytes;
  }
  return { stay: index.captures.filter((one) => !go.has(one)), go: [...go] };
}
