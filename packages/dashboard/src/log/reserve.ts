import { randomBytes } from 'node:crypto';
import { type FilePort, isOutOfSpace, type LogFile, writeWhole } from './file-port.ts';

const LEAST = 64 * 1024;
const GRAIN = 16 * 1024;
const CHUNK = 4 * 1024 * 1024;

/**
 * A file that only takes space. On a full disk it is removed, so that the log and the state can be rewritten: the new
 * file is complete before it replaces the old one, and for that moment both need space.
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

  /** Takes over the file of an earlier run. @throws what the file system says */
  async adopt(): Promise<void> {
    this.#size = await this.#port.size(this.#path);
  }

  /** Whether `grow` would add something. */
  isBelow(bytes: number): boolean {
    return this.#size < Math.max(LEAST, bytes);
  }

  /** Frees the space. @throws what the file system says */
  async release(): Promise<void> {
    await this.#port.remove(this.#path);
    this.#size = 0;
  }

  /**
   * Takes more space, as much as there is.
   *
   * @param bytes that it should have
   * @param most bytes that it grows by at most
   * @throws what the file system says
   */
  async grow(bytes: number, most: number): Promise<void> {
    if (!this.isBelow(bytes)) return;
    // More than wanted: events that come one by one do not write to it each time.
    const wanted = Math.min(this.#size + most, Math.max(LEAST, Math.ceil((bytes * 1.125) / GRAIN) * GRAIN));
    const file = await this.#port.open(this.#path, this.#size === 0);
    try {
      for (let step = wanted - this.#size; this.#size < wanted; ) step = await this.#add(file, wanted, step);
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  /** @returns the next step @throws what the file system says, when not even the least fits */
  async #add(file: LogFile, wanted: number, step: number): Promise<number> {
    const length = Math.min(step, wanted - this.#size, CHUNK);
    try {
      // Random, because some file systems store zeros without taking space.
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
