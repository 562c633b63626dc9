import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Scan } from '#scan/model.ts';
import { content, IDENTITY } from './json.ts';

/** Pieces of 64 KiB hashed in one go: about 10 ms. */
const BATCH = 32;

export interface Snapshot {
  /** SHA-256, 64 hex. */
  id: string;
  /** The rendered content in UTF-8, as `renderJson` takes it; absent where it is larger than was to be kept. */
  content?: Uint8Array[];
}

/**
 * SHA-256 (64 hex) of what was found: equal for equal content, options and format, wherever and whenever it was
 * scanned.
 */
export async function snapshotId(scan: Scan, signal?: AbortSignal): Promise<string> {
  return (await takeSnapshot(scan, 0, signal)).id;
}

/**
 * The same with the text that it is the digest of, so that a document of it need not be rendered a second time. Lets
 * other work run in between, because a large scan takes seconds.
 *
 * @param keep bytes of content to keep at most
 */
export async function takeSnapshot(scan: Scan, keep: number, signal?: AbortSignal): Promise<Snapshot> {
  const hash = createHash('sha256').update(IDENTITY.before);
  let kept: Uint8Array[] = [];
  let [pieces, bytes] = [0, 0];
  for (const piece of content(scan, true)) {
    const encoded = Buffer.from(piece);
    hash.update(encoded);
    bytes += encoded.length;
    if (bytes <= keep) kept.push(encoded);
    else kept = [];
    if (++pieces % BATCH === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
  const id = hash.update(IDENTITY.after).digest('hex');
  return bytes <= keep ? { id, content: kept } : { id };
}
