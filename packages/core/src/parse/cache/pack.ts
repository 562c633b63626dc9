import { closeSync, fstatSync, rmSync } from 'node:fs';
import { openToRead } from '#tree/read.ts';
import { readUpTo } from '#tree/read-fully.ts';
import { noteUse } from './last-use.ts';
import { type PackedEntry, readEntries, readIndex, readTrailer, TRAILER_LENGTH } from './pack-format.ts';

/** Larger than any pack; larger files are not read. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A pack file that other processes may read, replace or remove at any time; once open it stays readable. */
export class Pack {
  readonly path: string;
  /** Size in bytes when it was opened. */
  size = 0;
  /** Some of its content was damaged. */
  damaged = false;
  /** Number of entries that no later pack contains. */
  live = 0;
  #file: number | undefined;
  #used = false;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The entries in it; if its end is damaged, all complete ones.
   *
   * @throws the system's error
   */
  entries(versions: string): PackedEntry[] {
    const file = this.#open();
    try {
      this.size = fstatSync(file).size;
      const entries = this.#indexed(versions);
      if (entries !== undefined) return entries;
      this.damaged = true;
      return this.size > MAX_BYTES ? [] : readEntries(this.read(0, this.size));
    } finally {
      this.close();
    }
  }

  /**
   * @returns fewer bytes at the end of the file
   * @throws the system's error
   */
  read(offset: number, length: number): Buffer {
    return readUpTo(this.#open(), length, offset);
  }

  /** Records that it was used, for `prune`. */
  use(): void {
    this.#used = true;
  }

  /** Updates the time of the file if it was used and has no time of this day. */
  mark(): void {
    if (this.#used && this.#file !== undefined) noteUse(this.path, this.#file);
  }

  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): number {
    this.#file ??= openToRead(this.path);
    return this.#file;
  }

  #indexed(versions: string): PackedEntry[] | undefined {
    const end = this.size - TRAILER_LENGTH;
    const start = end < 0 ? undefined : readTrailer(this.read(end, TRAILER_LENGTH));
    if (start === undefined || start >= end) return undefined;
    return readIndex(this.read(start, end - start), versions);
  }
}
