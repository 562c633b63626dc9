import { hash } from 'node:crypto';
import type { ByteWriter } from '../byte-writer.ts';
import type { OpeningList } from './element-scan.ts';

/** Most names occur in many files: their hashes are cached, up to this number. */
const MAX_CACHED = 1 << 16;
const MAX_CACHED_LENGTH = 64;

/**
 * Hashes of openings: the first 64 bits of the SHA-256 of a domain and the opening's bytes. The domain names the class
 * of languages instead of one language, so that JavaScript is compared with TypeScript.
 */
export class OpeningHashes {
  readonly #domain: Buffer;
  readonly #cache = new Map<string, readonly [number, number]>();

  /** @param version of the fingerprints */
  constructor(version: number, languageClass: string) {
    this.#domain = Buffer.from(`${version}\n${languageClass}\nelement\n`);
  }

  of({ bytes }: ByteWriter, { from, kindEnd, to, role }: OpeningList): HashColumns {
    const count = from.length;
    const columns: HashColumns = {
      high: new Int32Array(count),
      low: new Int32Array(count),
      bareHigh: new Int32Array(count),
      bareLow: new Int32Array(count),
    };
    const stream = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < count; at++) {
      const start = from[at] ?? 0;
      const [high, low] = this.#hash(stream.toString('latin1', start, to[at]));
      columns.high[at] = high;
      columns.low[at] = low;
      if (role[at] === 0) continue;
      const [bareHigh, bareLow] = this.#hash(
        `${stream.toString('latin1', start, kindEnd[at])}#${String.fromCharCode(role[at] ?? 0)}`,
      );
      columns.bareHigh[at] = bareHigh;
      columns.bareLow[at] = bareLow;
    }
    return columns;
  }

  /** @param text one character for each byte */
  #hash(text: string): readonly [number, number] {
    const cached = this.#cache.get(text);
    if (cached !== undefined) return cached;
    const digest = Buffer.from(
      hash('sha256', Buffer.concat([this.#domain, Buffer.from(text, 'latin1')]), 'hex'),
      'hex',
    );
    const pair = [digest.readInt32BE(0), digest.readInt32BE(4)] as const;
    if (text.length <= MAX_CACHED_LENGTH) {
      if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
      this.#cache.set(text, pair);
    }
    return pair;
  }
}

export interface HashColumns {
  high: Int32Array;
  low: Int32Array;
  /** Of kind and role without the name; 0 without a role. */
  bareHigh: Int32Array;
  bareLow: Int32Array;
}
