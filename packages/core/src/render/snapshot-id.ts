import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Scan } from '#scan/model.ts';
import { body, identity } from './json.ts';

/** Pieces of 64 KiB hashed in one go: about 10 ms. */
const BATCH = 32;

export interface Snapshot {
  /** SHA-256, 64 hex. */
  id: string;
  /** The rendered body in UTF-8, as `renderJson` takes it; absent where it is larger than the limit. */
  body?: Uint8Array[];
}

/**
 * SHA-256 (64 hex) of what was found: equal for equal content, options and format, independent of where and when it was
 * scanned, and of the output of earlier runs.
 */
export async function snapshotId(scan: Scan, signal?: AbortSignal): Promise<string> {
  return (await takeSnapshot(scan, 0, signal)).id;
}

/**
 * The same with the text that it is the digest of, so that a document of it need not be rendered a second time. Lets
 * other work run in between, because a large scan takes seconds.
 *
 * @param keep largest body to return, in bytes
 */
export async function takeSnapshot(scan: Scan, keep: number, signal?: AbortSignal): Promise<Snapshot> {
  const { before, after } = identity(scan);
  const hash = createHash('sha256').update(before);
  let kept: Uint8Array[] = [];
  let [pieces, bytes] = [0, 0];
  const take = async (piece: Uint8Array): Promise<void> => {
    hash.update(piece);
    if (++pieces % BATCH !== 0) return;
    await setImmediate();
    signal?.throwIfAborted();
  };
  for (const piece of body(scan, true)) {
    const encoded = Buffer.from(piece);
    bytes += encoded.length;
    if (bytes <= keep) kept.push(encoded);
    else kept = [];
    await take(encoded);
  }
  for (const piece of after) await take(Buffer.from(piece));
  const id = hash.digest('hex');
  return bytes <= keep ? { id, body: kept } : { id };
}
