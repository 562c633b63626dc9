import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openToRead } from '#tree/read.ts';
import { removeAbandoned } from './abandoned.ts';
import { attempt } from './failure.ts';
import { noteUse, READ_ONLY } from './last-use.ts';
import { makeFolders } from './make-folders.ts';
import { readAt } from './read-at.ts';
import { addIssue, type CacheReport } from './report.ts';
import {
  encodeView,
  MOST_HEADER_BYTES,
  readViewData,
  readViewHeader,
  VIEWS,
  type ViewHeader,
  type ViewOrigin,
} from './view-format.ts';

interface OpenView {
  file: number;
  header: ViewHeader;
  /** Where the data line begins. */
  start: number;
}

/**
 * The view that was kept under one name, which other processes may read or replace at any moment: it appears whole and
 * is never changed.
 *
 * Nothing here throws for what is in the folder or for what the system refuses: it is counted in the report.
 */
export class ViewFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #report: CacheReport;
  #open: OpenView | undefined;

  /**
   * @param space the folder of what one engine keeps in its very version
   * @param key all options that can change the view, and of what project it is
   * @param report where to count
   */
  constructor(space: string, key: string, report: CacheReport) {
    this.#folder = join(space, VIEWS);
    this.#path = join(this.#folder, `${createHash('sha256').update(key).digest('hex')}.view`);
    this.#report = report;
  }

  /** Of what the kept view was made; nothing if none was kept. Whoever asks closes it. */
  origin(): ViewOrigin | undefined {
    this.#try('read', () => this.#openView(), ['ENOENT']);
    return this.#open?.header;
  }

  /** The data line of the view whose origin was told. */
  data(): Buffer | undefined {
    return this.#try('read', () => {
      if (this.#open === undefined) return undefined;
      const { file, header, start } = this.#open;
      const data = readViewData(header, readAt(file, start, header.length + 1));
      if (data === undefined) this.reject();
      return data;
    });
  }

  /** Whatever `data` gave, it is no view. */
  reject(): void {
    this.#report.invalid++;
    addIssue(this.#report, 'a kept view is damaged');
  }

  /** It was of use. */
  use(): void {
    this.#try(
      'read',
      () => {
        if (this.#open !== undefined) noteUse(this.#path, this.#open.file);
      },
      READ_ONLY,
    );
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open.file);
    this.#open = undefined;
  }

  /** Keeps a view in place of the one before. */
  keep(origin: ViewOrigin, data: Buffer): void {
    this.#try('write', () => {
      makeFolders(this.#folder);
      removeAbandoned(this.#folder, readdirSync(this.#folder));
      const partial = join(this.#folder, `.${randomUUID()}.partial`);
      try {
        writeAll(partial, encodeView(origin, data));
        renameSync(partial, this.#path);
      } catch (error) {
        rmSync(partial, { force: true });
        throw error;
      }
    });
  }

  #openView(): void {
    const file = openToRead(this.#path);
    try {
      const read = readViewHeader(readAt(file, 0, MOST_HEADER_BYTES));
      if (read === undefined || fstatSync(file).size !== read.start + read.header.length + 1) this.reject();
      else this.#open = { file, ...read };
    } finally {
      if (this.#open === undefined) closeSync(file);
    }
  }

  /** @param expected codes of the system that are no error */
  #try<T>(what: 'read' | 'write', action: () => T, expected?: readonly string[]): T | undefined {
    return attempt(this.#report, what, action, expected);
  }
}

/** Not flushed to the disk: what a loss of power leaves fails its checksum. */
function writeAll(path: string, parts: readonly Buffer[]): void {
  const file = openSync(path, 'wx', 0o666);
  try {
    for (const part of parts) {
      for (let written = 0; written < part.length; ) written += writeSync(file, part, written);
    }
  } finally {
    closeSync(file);
  }
}
