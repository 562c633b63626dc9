import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';

/**
 * A file that is read without locks, because its reader may not make the files beside it that hold them. Others may
 * write it all the same, so what was read counts only if the file is still as it was.
 */
export class UnlockedFile {
  readonly #path: string;
  readonly #first: string;

  /** @param path as a person wrote it */
  constructor(path: string) {
    this.#path = path;
    this.#first = this.#state();
  }

  /** @throws AnalyzerError `busy` when it was written since */
  requireUnchanged(): void {
    if (this.#state() === this.#first) return;
    throw new AnalyzerError(
      'busy',
      { problem: `another process wrote ${this.#path} while it was read` },
      { hint: 'Start again. Where its folder may be written, readers and writers do not disturb each other.' },
    );
  }

  #state(): string {
    const state = statSync(resolve(this.#path), { throwIfNoEntry: false, bigint: true });
    return state === undefined ? '' : [state.ino, state.size, state.mtimeNs].join();
  }
}
