import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { syncFolder } from '@analyzer/core/tree/sync-folder.ts';
import { batches } from './batches.ts';
import { reasonOf } from './system-reason.ts';

/** Errors of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * A file that is created atomically, and replaces another one only if allowed: it is written next to it under a
 * temporary name, flushed to disk, then renamed.
 */
export class NewFile {
  readonly #shown: string;
  readonly #target: string;
  readonly #temporary: string;
  readonly #mayReplace: (path: string) => boolean;

  /**
   * @param path as the user wrote it
   * @param mayReplace whether the existing file, an absolute path, may be replaced; absent: never
   * @throws AnalyzerError `usage` for an empty path, `output_exists`, `output_failed` if it can never be written
   */
  constructor(path: string, mayReplace: (path: string) => boolean = () => false) {
    if (path === '') throw new AnalyzerError('usage', { problem: 'the output file has no name' });
    this.#shown = path;
    this.#mayReplace = mayReplace;
    this.#target = resolve(path);
    // A short name, since the target's name may have the maximum length; random, so that it is unique.
    this.#temporary = join(dirname(this.#target), `.analyzer-${randomUUID()}.partial`);
    this.#guard(() => {
      const isThere = lstatSync(this.#target, { throwIfNoEntry: false }) !== undefined;
      if (isThere && !mayReplace(this.#target)) throw this.#exists();
      // Fail before a long scan, not after it, if the folder is not writable.
      closeSync(openSync(this.#temporary, 'wx'));
      this.discard();
    });
  }

  /** @throws AnalyzerError `output_exists`, `output_failed`; the signal's reason. No file is left. */
  async write(texts: Iterable<string | Uint8Array>, signal: AbortSignal): Promise<void> {
    try {
      await this.stage(texts, signal);
      this.publish();
    } finally {
      this.discard();
    }
  }

  /** Writes everything to the temporary file. The caller publishes or discards it. @throws as `write` */
  stage(texts: Iterable<string | Uint8Array>, signal: AbortSignal): Promise<void> {
    return this.#writeTemporary(texts, signal);
  }

  /** Renames the staged file. @throws AnalyzerError `output_exists`, `output_failed` */
  publish(): void {
    this.#guard(() => this.#giveName());
  }

  /** Removes the temporary file. */
  discard(): void {
    rmSync(this.#temporary, { force: true });
  }

  async #writeTemporary(texts: Iterable<string | Uint8Array>, signal: AbortSignal): Promise<void> {
    const file = this.#guard(() => openSync(this.#temporary, 'wx'));
    try {
      for (const text of batches(texts)) {
        this.#guard(() => writeFileSync(file, typeof text === 'string' ? Buffer.from(text) : text));
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
      // The process that creates the empty file owns the name, and may then replace the file.
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

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
