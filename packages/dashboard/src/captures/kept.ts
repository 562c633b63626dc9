import type { Baseline, Capture } from '@analyzer/web/dashboard/capture-data';
import type { FileHash } from './capture-files.ts';

/** A capture as it is kept: what a reader gets, and the files behind it. */
export interface KeptCapture extends Omit<Capture, 'is_baseline'> {
  files: { dom: FileHash | null; image: FileHash | null };
  /** Bytes of its files. */
  bytes: number;
}

/** What is kept beside the files. */
export interface CaptureIndex {
  format: 1;
  /** The newest last. */
  captures: KeptCapture[];
  baselines: Baseline[];
}

export interface Quota {
  captures: number;
  bytes: number;
}

export const QUOTA: Quota = { captures: 2_000, bytes: 500 * 1024 * 1024 };
export const HISTORY_KEPT = 20;

/** A page of a service, in one kind of capture. */
export function sameSubject(
  a: { service: string; url: string; kind: Capture['kind'] },
  b: { service: string; url: string; kind: Capture['kind'] },
): boolean {
  return a.service === b.service && a.url === b.url && a.kind === b.kind;
}

/**
 * Decides what has to go: the oldest first, but nothing that is or was a baseline.
 *
 * @returns captures that stay and those that go
 */
export function withinQuota(
  index: CaptureIndex,
  quota: Quota,
): { stay: readonly KeptCapture[]; go: readonly KeptCapture[] } {
  const protectedIds = new Set(index.baselines.flatMap(({ history }) => history.map(({ capture }) => capture)));
  let count = index.captures.length;
  let bytes = index.captures.reduce((sum, one) => sum + one.bytes, 0);
  const go = new Set<KeptCapture>();
  // The newest stays whatever it takes: somebody was just told of it.
  for (const one of index.captures.slice(0, -1)) {
    if (count <= quota.captures && bytes <= quota.bytes) break;
    if (protectedIds.has(one.id)) continue;
    go.add(one);
    count--;
    bytes -= one.bytes;
  }
  return { stay: index.captures.filter((one) => !go.has(one)), go: [...go] };
}
