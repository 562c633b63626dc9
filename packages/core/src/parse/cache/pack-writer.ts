import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEnd } from './pack-format.ts';

/** Size of a write. */
const BATCH_BYTES = 1024 * 1024;
const TIME_DIGITS = 9;

/**
 * Writes one pack: under a temporary name, then, once complete, under its own name. It is not flushed to disk: after a
 * power cut incomplete parts fail their checksums.
 */
export class PackWriter {
  readonly #folder: string;
  readonly #versions: string;
  readonly #partial: string;
  readonly #file: number;
  readonly #keys: string[] = [];
  readonly #lengths: number[] = [];
  #batch: Buffer[] = [];
  #batchBytes = 0;
  #isOpen = true;
  size = 0;

  /** @throws the system's error if no file can be created there */
  constructor(folder: string, versions: string) {
    this.#folder = folder;
    this.#versions = versions;
    this.#partial = join(folder, `.${randomUUID()}.partial`);
    this.#file = openSync(this.#partial, 'wx', 0o666);
  }

  /**
   * @param entry from `encodeEntry`
   * @throws the system's error, after which the pack is removed
   */
  add(key: string, entry: Buffer): void {
    this.#keys.push(key);
    this.#lengths.push(entry.length);
    this.size += entry.length;
    this.#write(entry);
    if (this.#batchBytes >= BATCH_BYTES) this.#flush();
  }

  /**
   * Renames the pack to its own name.
   *
   * @returns its path
   * @throws the system's error, after which the pack is removed
   */
  finish(): string {
    this.#write(encodeEnd(this.#versions, this.#keys, this.#lengths));
    this.#flush();
    this.#close();
    const time = Date.now().toString(36).padStart(TIME_DIGITS, '0');
    const path = join(this.#folder, `${time}-${randomBytes(4).toString('hex')}.pack`);
    try {
      renameSync(this.#partial, path);
      return path;
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Removes the unfinished pack. */
  discard(): void {
    this.#close();
    rmSync(this.#partial, { force: true });
  }

  #write(bytes: Buffer): void {
    this.#batch.push(bytes);
    this.#batchBytes += bytes.length;
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#batch, this.#batchBytes);
    this.#batch = [];
    this.#batchBytes = 0;
    try {
      writeFileSync(this.#file, bytes);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}
