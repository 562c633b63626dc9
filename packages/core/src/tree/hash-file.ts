import { createHash, hash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { failureOf } from './failure.ts';
import type { Location } from './location.ts';
import { pause } from './pause.ts';
import { openToRead, ReadingRoom } from './read.ts';

/** Read in one go; between two of them others get their turn. */
const PIECE_BYTES = 1024 * 1024;

/** Hashes one file after the other and does nothing else with them. */
export class FileHasher {
  readonly #room = new ReadingRoom();

  /**
   * @param size that the file is known to have
   * @returns its SHA-256, 64 hex; nothing when it has another size by now or can't be read
   * @throws {AnalyzerError} `cancelled`, within a large file
   */
  async hash(location: Location, size: number, signal: AbortSignal | undefined): Promise<string | undefined> {
    let file: number | undefined;
    try {
      file = openToRead(location);
      return size < PIECE_BYTES ? this.#hashAtOnce(file, size) : await this.#hashPieces(file, size, signal);
    } catch (error) {
      failureOf(error);
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** Room for one byte more tells whether the file has grown. */
  #hashAtOnce(file: number, size: number): string | undefined {
    const room = this.#room.take(size + 1);
    let length = 0;
    while (length < size) {
      const count = readSync(file, room, length, room.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return length === size ? hash('sha256', room.subarray(0, size)) : undefined;
  }

  async #hashPieces(file: number, size: number, signal: AbortSignal | undefined): Promise<string | undefined> {
    const room = this.#room.take(PIECE_BYTES);
    const sha256 = createHash('sha256');
    let length = 0;
    for (let count = -1; count !== 0 && length <= size; ) {
      count = readSync(file, room, 0, room.length, null);
      sha256.update(room.subarray(0, count));
      length += count;
      await pause(signal);
    }
    return length === size ? sha256.digest('hex') : undefined;
  }
}
