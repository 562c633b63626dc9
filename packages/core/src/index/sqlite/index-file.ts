import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { APPLICATION_ID, type Header, readHeader } from './header.ts';

const OTHER_FILE = 'Set another file with --db; this one is not changed.';

/** The file of an index, opened for reading. While it is open, its identity is unique. */
export class IndexFile {
  readonly descriptor: number;
  readonly #path: string;
  readonly #first: string;

  private constructor(path: string, descriptor: number) {
    this.#path = path;
    this.descriptor = descriptor;
    this.#first = this.#state();
  }

  /**
   * @param path as the user wrote it
   * @returns undefined if there is no file
   * @throws AnalyzerError `unusable_index` if it is not a regular file, `unreadable`
   */
  static open(path: string): IndexFile | undefined {
    const location = resolve(path);
    try {
      const found = statSync(location, { throwIfNoEntry: false });
      if (found === undefined) return undefined;
      // Opening a pipe would wait for its writer, and opening a device may have effects.
      if (!found.isFile()) throw unusable(path, 'it is not a regular file');
      const descriptor = openSync(location, constants.O_RDONLY | constants.O_NONBLOCK);
      return new IndexFile(path, descriptor);
    } catch (error) {
      if (error instanceof AnalyzerError) throw error;
      throw new AnalyzerError('unreadable', { path, reason: 'the system refuses to open it' }, { cause: error });
    }
  }

  /**
   * @returns 'empty' for a file without content
   * @throws AnalyzerError `unusable_index` for a file of another program
   */
  header(): Header | 'empty' {
    const found = fstatSync(this.descriptor);
    if (!found.isFile()) throw unusable(this.#path, 'it is not a regular file');
    if (found.size === 0) return 'empty';
    const header = readHeader(this.descriptor);
    if (header === undefined) throw unusable(this.#path, 'it is not an SQLite database');
    if (header.applicationId !== APPLICATION_ID) throw unusable(this.#path, 'it is a database of another program');
    return header;
  }

  /** Whether its path still refers to it. */
  isAtItsPath(): boolean {
    const opened = fstatSync(this.descriptor, { bigint: true });
    const found = statSync(resolve(this.#path), { throwIfNoEntry: false, bigint: true });
    return found !== undefined && found.dev === opened.dev && found.ino === opened.ino;
  }

  /** @throws AnalyzerError `busy` if another process changed its content since it was opened */
  requireUnchanged(): void {
    if (this.#state() === this.#first) return;
    throw new AnalyzerError(
      'busy',
      { problem: 'another process changed the index while it was read' },
      { hint: 'Start again.' },
    );
  }

  close(): void {
    closeSync(this.descriptor);
  }

  #state(): string {
    const { size, mtimeNs } = fstatSync(this.descriptor, { bigint: true });
    return [size, mtimeNs].join();
  }
}

function unusable(path: string, reason: string): AnalyzerError {
  return new AnalyzerError('unusable_index', { path, reason }, { hint: OTHER_FILE });
}
