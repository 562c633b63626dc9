import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { isSystemError } from '../output/new-file.ts';
import { reasonOf } from '../output/system-reason.ts';

const HINT = 'Remove it, or set another path of the index with --db.';

/**
 * The folder of default outputs in a project, held open to detect a replacement. A project may contain it as a symbolic
 * link, which is refused: following it would write outside of the project.
 */
export class OwnFolder {
  readonly #path: string;
  readonly #file: number;

  /**
   * Creates the folder if it does not exist, with a `.gitignore` that makes git ignore all of it.
   *
   * @param path in a folder that the user named
   * @throws AnalyzerError `output_failed`
   */
  constructor(path: string) {
    this.#path = path;
    try {
      const isNew = create(path);
      this.#file = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
      if (isNew) this.#writeIgnoreFile();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      throw refused(path, lstatSync(path, { throwIfNoEntry: false }) === undefined ? reasonOf(error) : kindAt(path));
    }
  }

  /**
   * Node has no `openat`, so files in the folder are opened by path. Called before and after that, this detects a
   * process that replaces the folder meanwhile.
   *
   * @throws AnalyzerError `output_failed` if the path is another folder now
   */
  requireUnchanged(): void {
    const opened = fstatSync(this.#file, { bigint: true });
    const found = lstatSync(this.#path, { throwIfNoEntry: false, bigint: true });
    if (found?.dev === opened.dev && found.ino === opened.ino) return;
    throw refused(this.#path, 'another process replaced it');
  }

  #writeIgnoreFile(): void {
    this.requireUnchanged();
    writeFileSync(join(this.#path, '.gitignore'), '# Created by analyzer.\n*\n', { flag: 'wx' });
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** @returns whether it did not exist */
function create(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    return false;
  }
}

function kindAt(path: string): string {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return 'it is a symbolic link';
  return found.isDirectory() ? 'permission denied' : 'it is not a folder';
}

function refused(path: string, reason: string): AnalyzerError {
  return new AnalyzerError('output_failed', { path, reason }, { hint: HINT });
}
