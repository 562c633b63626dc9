import { createHash, randomUUID } from 'node:crypto';
import { closeSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { removeAbandoned } from '#parse/cache/abandoned.ts';
import { attempt } from '#parse/cache/failure.ts';
import { noteUse, READ_ONLY } from '#parse/cache/last-use.ts';
import { makeFolders } from '#parse/cache/make-folders.ts';
import { addIssue, type CacheReport, emptyReport } from '#parse/cache/report.ts';
import { openToRead } from '#tree/read.ts';
import { holdsState, pack, unpack, withFile } from './kept-part.ts';

const NAME_DIGITS = 32;
const SPACE_DIGITS = 16;
/** There is no such file. */
const GONE = ['ENOENT', 'ENOTDIR'];
/** A larger record is damaged. */
const MAX_RECORD = 64 * 1024;

/**
 * The parts of projects, and records of the indexes made of them, in a folder of a parse cache. A file is written under a
 * temporary name and renamed, so that any number of processes can use the folder at the same time.
 *
 * No function throws for the content of the folder or for system errors there: they are counted in the report.
 */
export class PartSpace {
  readonly #folder: string;
  readonly #report: CacheReport = emptyReport();
  #isWritable = true;

  /**
   * @param cache folder of all spaces
   * @param versions all that parts depend on besides the state of their project
   */
  constructor(cache: string, versions: string) {
    this.#folder = join(resolve(cache), `parts-${digestOf(versions).slice(0, SPACE_DIGITS)}`);
    removeAbandoned(this.#folder, attempt(this.#report, 'read', () => readdirSync(this.#folder), GONE) ?? []);
  }

  /**
   * Writes the kept part of a project to a file.
   *
   * @param name of the project: a part replaces the earlier one with the same name
   * @param state digest of the state that the part must have; undefined for the last one
   * @param path of a file that does not exist
   * @returns false if no sound part of that state is kept; then there is no file
   */
  async take(name: string, state: string | undefined, path: string, signal?: AbortSignal): Promise<boolean> {
    const kept = this.#open(this.#pathOf(name, 'part'));
    if (kept === undefined) return false;
    let isTaken = false;
    try {
      if (!(attempt(this.#report, 'read', () => holdsState(kept, state)) ?? false)) return false;
      isTaken = await withFile(path, 'wx', (part) => unpack(kept, part, signal));
      if (isTaken) attempt(this.#report, 'read', () => noteUse(this.#pathOf(name, 'part'), kept), READ_ONLY);
      else this.distrust('a part is damaged');
      return isTaken;
    } finally {
      closeSync(kept);
      if (!isTaken) rmSync(path, { force: true });
    }
  }

  /** Counts a damaged part. */
  distrust(issue: string): void {
    this.#report.invalid++;
    addIssue(this.#report, issue);
  }

  /** Keeps the part of a project, in place of an earlier one. @param path of the part */
  async keep(name: string, state: string, path: string, signal?: AbortSignal): Promise<void> {
    await this.#write(this.#pathOf(name, 'part'), (partial) =>
      withFile(path, 'r', (part) => withFile(partial, 'wx', (kept) => pack(part, kept, state, signal))),
    );
  }

  /** The record of an index; undefined if there is none. */
  record(name: string): unknown {
    const file = this.#open(this.#pathOf(name, 'index'));
    if (file === undefined) return undefined;
    try {
      const text = attempt(this.#report, 'read', () => readFileSync(file, 'utf8'));
      return text === undefined || text.length > MAX_RECORD ? undefined : parsed(text);
    } finally {
      closeSync(file);
    }
  }

  async keepRecord(name: string, record: object): Promise<void> {
    await this.#write(this.#pathOf(name, 'index'), async (partial) => {
      writeFileSync(partial, JSON.stringify(record), { flag: 'wx' });
    });
  }

  /** Problems since the start. */
  report(): CacheReport {
    return this.#report;
  }

  #pathOf(name: string, kind: 'part' | 'index'): string {
    return join(this.#folder, `${digestOf(name).slice(0, NAME_DIGITS)}.${kind}`);
  }

  #open(path: string): number | undefined {
    return attempt(this.#report, 'read', () => openToRead(path), GONE);
  }

  async #write(path: string, write: (partial: string) => Promise<void>): Promise<void> {
    if (!this.#isWritable) return;
    const partial = join(this.#folder, `.${randomUUID()}.partial`);
    try {
      makeFolders(this.#folder);
      await write(partial);
      renameSync(partial, path);
    } catch (error) {
      // Rethrows errors that are not of the system.
      attempt(this.#report, 'write', () => {
        throw error;
      });
      this.#isWritable = false;
    } finally {
      attempt(this.#report, 'write', () => rmSync(partial, { force: true }), GONE);
    }
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
