import { closeSync, fstatSync, rmSync } from 'node:fs';
import { openToRead } from '#tree/read.ts';
import { noteUse } from './last-use.ts';
import { type PackedEntry, readEntries, readIndex, readTrailer, TRAILER_LENGTH } from './pack-format.ts';
import { readAt } from './read-at.ts';

/** A pack is never near this size; a file that is none is not read whole. */
const MOST_BYTES = 256 * 1024 * 1024;

/** A pack file that others may read, replace or remove at any moment; once opened it stays readable. */
export class Pack {
  readonly path: string;
  /** In bytes, when it was opened. */
  size = 0;
  /** Something in it was not what was written. */
  damaged = false;
  /** Entries that no later pack holds too. */
  live = 0;
  #file: number | undefined;
  #used = false;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The entries in it; if its end is damaged those that begin whole.
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
      return this.size > MOST_BYTES ? [] : readEntries(this.read(0, this.size));
    } finally {
      this.close();
    }
  }

  /**
   * @returns fewer bytes when the file ends before
   * @throws the system's error
   */
  read(offset: number, length: number): Buffer {
    return readAt(this.#open(), offset, length);
  }

  /** Something in it was of use: `prune` spares what was used last. */
  use(): void {
    this.#used = true;
  }

  /** Marks the file if it was used and bears no mark of this day. */
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
