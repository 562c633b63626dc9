import {
  chmodSync,
  closeSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { RefusedSource, type SourceLimits } from './limits.ts';

/** Characters of a path in a message. */
const SHOWN = 200;
const FILE_MODE = 0o600;
const EXECUTABLE_MODE = 0o700;

/**
 * Writes the files of a hostile source into a new, empty folder. No path leaves the folder, and nothing is written
 * through a link, because links are created last.
 */
export class NewTree {
  readonly #root: string;
  /** As the user wrote it. */
  readonly #source: string;
  readonly #limits: SourceLimits;
  readonly #links = new Map<string, string>();
  #entries = 0;
  #bytes = 0;

  constructor(root: string, source: string, limits: SourceLimits) {
    this.#root = root;
    this.#source = source;
    this.#limits = limits;
  }

  /** Refuses a source that states more bytes than the limit. */
  requireSpace(bytes: number): void {
    if (bytes > this.#limits.bytes) throw this.refused('', `more than ${this.#limits.bytes} bytes`);
  }

  folder(path: string): void {
    const its = this.#checked(path);
    if (its !== '') this.#try(path, () => mkdirSync(join(this.#root, its), { recursive: true }));
  }

  /** Replaces an earlier file, as unpacking programs do. @returns a writer of its bytes, which must be closed */
  file(path: string, executable: boolean): { write(piece: Uint8Array): void; close(): void } {
    const target = this.#place(path);
    const descriptor = this.#try(path, () => openSync(target, 'wx', executable ? EXECUTABLE_MODE : FILE_MODE));
    return {
      write: (piece) => {
        this.#count(piece.length);
        writeFileSync(descriptor, piece);
      },
      close: () => closeSync(descriptor),
    };
  }

  link(path: string, target: string): void {
    const its = this.#checked(path);
    if (its === '' || target === '') throw this.refused(path, 'a link without a path or target');
    if (Buffer.byteLength(target) > this.#limits.path) throw this.refused(path, 'a link whose target is too long');
    this.#links.set(its, target);
  }

  /** A second name of an earlier file, which becomes a copy. */
  copy(path: string, earlier: string): void {
    const from = join(this.#root, this.#checked(earlier));
    const stat = lstatSync(from, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile()) throw this.refused(path, 'a hard link to a file that is not in it');
    this.#count(stat.size);
    const target = this.#place(path);
    if (from === target) throw this.refused(path, 'a hard link to itself');
    this.#try(path, () => copyFileSync(from, target));
    chmodSync(target, stat.mode);
  }

  /** Creates the links. A file or folder at the same path remains. */
  finish(): void {
    for (const [path, target] of this.#links) {
      const location = join(this.#root, path);
      this.#try(path, () => mkdirSync(dirname(location), { recursive: true }));
      if (lstatSync(location, { throwIfNoEntry: false }) === undefined) {
        this.#try(path, () => symlinkSync(target, location));
      }
    }
  }

  refused(path: string, reason: string, cause?: unknown): RefusedSource {
    return new RefusedSource(this.#source, path === '' ? reason : `${reason} (${path.slice(0, SHOWN)})`, { cause });
  }

  /**
   * The error to throw for one of a library that reads an archive. Such errors have no code, those of zlib start with
   * `Z_`; others are of this machine.
   *
   * @param reasons for messages of the library
   */
  ofArchive(error: unknown, reasons: Readonly<Record<string, string | undefined>> = {}): unknown {
    if (!(error instanceof Error) || error.name !== 'Error') return error;
    if ('code' in error && !String(error.code).startsWith('Z_')) return error;
    const reason = reasons[error.message] ?? `the archive is damaged or unsupported: ${error.message}`;
    return this.refused('', reason, error);
  }

  /** @returns the absolute path of a new file, whose folder exists */
  #place(path: string): string {
    const its = this.#checked(path);
    if (its === '') throw this.refused(path, 'a file without a name');
    const target = join(this.#root, its);
    this.#links.delete(its);
    this.#try(path, () => {
      mkdirSync(dirname(target), { recursive: true });
      rmSync(target, { force: true });
    });
    return target;
  }

  /** @returns the path without `.` and empty names */
  #checked(path: string): string {
    if (++this.#entries > this.#limits.entries) throw this.refused(path, `more than ${this.#limits.entries} entries`);
    if (path.includes('\0') || path.startsWith('/')) throw this.refused(path, 'a path that leaves the folder');
    if (Buffer.byteLength(path) > this.#limits.path) throw this.refused(path, 'a path that is too long');
    const names = path.split('/').filter((name) => name !== '' && name !== '.');
    if (names.includes('..')) throw this.refused(path, 'a path that leaves the folder');
    return names.join('/');
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.requireSpace(this.#bytes);
  }

  /** Paths that are a file and a folder, or names that the file system refuses, are faults of the source. */
  #try<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!FAULTS.has(code)) throw error;
      throw this.refused(path, `a path that cannot be created: ${code}`, error);
    }
  }
}

const FAULTS: ReadonlySet<string> = new Set([
  ...['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ', 'ERR_FS_EISDIR', 'ELOOP'],
]);
