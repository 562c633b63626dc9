import { closeSync, fstatSync, readSync, rmSync, utimesSync } from 'node:fs';
import { openToRead } from '#tree/read.ts';
import { type PackedEntry, readEntries, readIndex, readTrailer, TRAILER_LENGTH } from './pack-format.ts';

const DAY_MS = 86_400_000;
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
    const file = this.#open();
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const count = readSync(file, bytes, done, length - done, offset + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }

  /** Something in it was of use: `prune` spares what was used last. */
  use(): void {
    this.#used = true;
  }

  /** Marks the file if it was used and bears no mark of this day. */
  mark(): void {
    if (!this.#used || this.#file === undefined) return;
    const now = new Date();
    if (now.getTime() - fstatSync(this.#file).mtimeMs > DAY_MS) utimesSync(this.path, now, now);
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
