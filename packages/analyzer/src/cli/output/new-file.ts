import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { batches } from './batches.ts';
import { reasonOf } from './system-reason.ts';

/** Where the file system has no second names for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * A file that appears whole or not at all, and never takes another's place but by permission: written beside it under another name,
 * flushed to disk, then given its name.
 */
export class NewFile {
  readonly #shown: string;
  readonly #target: string;
  readonly #temporary: string;
  readonly #mayReplace: (path: string) => boolean;

  /**
   * @param path as a person wrote it
   * @param mayReplace whether what is there, an absolute path, may be replaced; nothing may when absent
   * @throws AnalyzerError `usage` for no path, `output_exists`, `output_failed` where it could never be written
   */
  constructor(path: string, mayReplace: (path: string) => boolean = () => false) {
    if (path === '') throw new AnalyzerError('usage', { problem: 'the output file has no name' });
    this.#shown = path;
    this.#mayReplace = mayReplace;
    this.#target = resolve(path);
    // Short, as the name itself may be as long as names can be, and of nobody else.
    this.#temporary = join(dirname(this.#target), `.analyzer-${randomUUID()}.partial`);
    this.#guard(() => {
      const isThere = lstatSync(this.#target, { throwIfNoEntry: false }) !== undefined;
      if (isThere && !mayReplace(this.#target)) throw this.#exists();
      // The hours of a scan should not be lost to a folder that can't be written.
      closeSync(openSync(this.#temporary, 'wx'));
      this.discard();
    });
  }

  /** @throws AnalyzerError `output_exists`, `output_failed`; the signal's reason. Nothing is left behind. */
  async write(texts: Iterable<string | Uint8Array>, signal: AbortSignal): Promise<void> {
    try {
      await this.stage(texts, signal);
      this.publish();
    } finally {
      this.discard();
    }
  }

  /** Writes everything, without the name. The caller publishes or discards it. @throws as `write` */
  stage(texts: Iterable<string | Uint8Array>, signal: AbortSignal): Promise<void> {
    return this.#writeTemporary(texts, signal);
  }

  /** Gives what is staged its name. @throws AnalyzerError `output_exists`, `output_failed` */
  publish(): void {
    this.#guard(() => this.#giveName());
  }

  /** Removes what is half written. */
  discard(): void {
    rmSync(this.#temporary, { force: true });
  }

  async #writeTemporary(texts: Iterable<string | Uint8Array>, signal: AbortSignal): Promise<void> {
    const file = this.#guard(() => openSync(this.#temporary, 'wx'));
    try {
      for (const text of batches(texts)) {
        this.#guard(() => writeAll(file, typeof text === 'string' ? Buffer.from(text) : text));
        await setImmediate();
        signal.throwIfAborted();
      }
      this.#guard(() => fsyncSync(file));
    } finally {
      closeSync(file);
    }
  }

  #giveName(): void {
    if (this.#mayReplace(this.#target)) {
      renameSync(this.#temporary, this.#target);
      syncFolder(dirname(this.#target));
      return;
    }
    try {
      linkSync(this.#temporary, this.#target);
    } catch (error) {
      if (!isSystemError(error) || !NO_LINKS.has(error.code ?? '')) throw error;
      // Whoever makes the empty file first owns the name; then it may be replaced.
      closeSync(openSync(this.#target, 'wx'));
      renameSync(this.#temporary, this.#target);
    }
    syncFolder(dirname(this.#target));
  }

  #guard<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      if (error.code === 'EEXIST') throw this.#exists();
      throw new AnalyzerError('output_failed', { path: this.#shown, reason: reasonOf(error) }, { cause: error });
    }
  }

  #exists(): AnalyzerError {
    return new AnalyzerError('output_exists', { path: this.#shown }, { hint: 'Remove it or choose another name.' });
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

/** Makes the new name itself last; a system that can't flush a folder loses nothing but that. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
