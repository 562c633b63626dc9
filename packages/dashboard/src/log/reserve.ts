import { randomBytes } from 'node:crypto';
import { type FilePort, isOutOfSpace, type LogFile, writeWhole } from './file-port.ts';

const LEAST = 64 * 1024;
const GRAIN = 16 * 1024;
const CHUNK = 4 * 1024 * 1024;

/**
 * A file that reserves disk space. On a full disk it is removed, so that log and state can be rewritten: the new file
 * is complete before it replaces the old one, and until then both need space.
 */
export class Reserve {
  readonly #port: FilePort;
  readonly #path: string;
  #size = 0;

  constructor(port: FilePort, path: string) {
    this.#port = port;
    this.#path = path;
  }

  get size(): number {
    return this.#size;
  }

  /** Uses the file of an earlier run. @throws the error of the file system */
  async adopt(): Promise<void> {
    this.#size = await this.#port.size(this.#path);
  }

  /** Whether `grow` would add bytes. */
  isBelow(bytes: number): boolean {
    return this.#size < Math.max(LEAST, bytes);
  }

  /** Frees the space. @throws the error of the file system */
  async release(): Promise<void> {
    await this.#port.remove(this.#path);
    this.#size = 0;
  }

  /**
   * Grows the file as far as the disk allows.
   *
   * @param bytes the wanted size
   * @param most largest growth, in bytes
   * @throws the error of the file system
   */
  async grow(bytes: number, most: number): Promise<void> {
    if (!this.isBelow(bytes)) return;
    // Larger than wanted, so that single events do not cause a write each.
    const wanted = Math.min(this.#size + most, Math.max(LEAST, Math.ceil((bytes * 1.125) / GRAIN) * GRAIN));
    const file = await this.#port.open(this.#path, this.#size === 0);
    try {
      for (let step = wanted - this.#size; this.#size < wanted; ) step = await this.#add(file, wanted, step);
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  /** @returns the next step @throws the error of the file system if even the smallest step fails */
  async #add(file: LogFile, wanted: number, step: number): Promise<number> {
    const length = Math.min(step, wanted - this.#size, CHUNK);
    try {
      // Random bytes: some file systems store zeros without using space.
      await writeWhole(file, [randomBytes(length)], this.#size);
      this.#size += length;
      return step;
    } catch (error) {
      await file.truncate(this.#size).catch(() => undefined);
      if (!isOutOfSpace(error) || length <= GRAIN) throw error;
      return Math.max(GRAIN, length >> 1);
    }
  }
}
