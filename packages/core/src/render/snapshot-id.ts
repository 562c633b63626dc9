import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Scan } from '#scan/model.ts';
import { body, identity } from './json.ts';

/** Number of 64 KiB chunks hashed without a pause: about 10 ms. */
const BATCH = 32;

export interface Snapshot {
  /** SHA-256, 64 hex. */
  id: string;
  /** The rendered body in UTF-8 for `renderJson`; absent if it is larger than the limit. */
  body?: Uint8Array[];
}

/**
 * SHA-256 (64 hex) of the scan content: equal for equal content, options and format, independent of path, time and the output
 * of earlier runs.
 */
export async function snapshotId(scan: Scan, signal?: AbortSignal): Promise<string> {
  return (await takeSnapshot(scan, 0, signal)).id;
}

/**
 * The same with the hashed text, so that it need not be rendered again. Yields to the event loop, because a large scan
 * takes seconds.
 *
 * @param keep maximum bytes of the body to return
 */
export async function takeSnapshot(scan: Scan, keep: number, signal?: AbortSignal): Promise<Snapshot> {
  const { before, after } = identity(scan);
  const hash = createHash('sha256').update(before);
  let collected: Uint8Array[] = [];
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
    if (bytes <= keep) collected.push(encoded);
    else collected = [];
    await take(encoded);
  }
  for (const piece of after) await take(Buffer.from(piece));
  const id = hash.digest('hex');
  return bytes <= keep ? { id, body: collected } : { id };
}
