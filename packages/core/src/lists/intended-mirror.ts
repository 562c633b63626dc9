import { AnalyzerError } from '@analyzer/contracts';

/** Folders that repeat each other on purpose, from the configuration file. */
export interface IntendedMirror {
  /** Paths of folders or files, as the user wrote them. */
  between: string[];
  reason: string;
}

/** What a change added to a file on one side of a mirror, and not on another one. */
export interface DriftedFile {
  /** Stable while the added members and the files without them are the same. */
  id: string;
  mirror: IntendedMirror;
  /** The lines of the first member, both inclusive. */
  added: { path: string; start_line: number; end_line: number };
  /** Qualified names of functions and methods. */
  members: string[];
  /** Paths of the other sides; the file need not exist. */
  lacks: string[];
}

/** The sides of an intended mirror. */
export class MirrorSides {
  readonly #sides: readonly string[];

  constructor({ between }: IntendedMirror) {
    this.#sides = between.map(normalPath);
  }

  /** The index of the side that has a file: of nested folders the inner one. */
  sideOf(path: string): number | undefined {
    let [found, length]: [number | undefined, number] = [undefined, -1];
    for (const [index, side] of this.#sides.entries()) {
      if (side.length <= length || !isInOrSame(path, side)) continue;
      [found, length] = [index, side.length];
    }
    return found;
  }

  /** The paths that the file has on the other sides, if its relative path is the same there. */
  counterparts(path: string): string[] {
    const own = this.sideOf(path);
    const side = own === undefined ? undefined : this.#sides[own];
    if (side === undefined) return [];
    const relative = side === '' ? `/${path}` : path.slice(side.length);
    const others = this.#sides.filter((_, index) => index !== own).map((it) => `${it}${relative}`.replace(/^\//, ''));
    // The same path in an outer folder can belong to the inner side.
    return others.filter((other) => this.sideOf(other) !== own);
  }

  /** Copies that share no code with the other side: those outside, and of the sides the largest number. */
  countOf(paths: readonly string[]): number {
    const counts = this.#sides.map(() => 0);
    let outside = 0;
    for (const path of paths) {
      const side = this.sideOf(path);
      if (side === undefined) outside++;
      else counts[side] = (counts[side] ?? 0) + 1;
    }
    return outside + Math.max(...counts);
  }

  /** Whether each side has at most one of some copies, and there is none outside. */
  isIntended(paths: readonly string[]): boolean {
    return this.countOf(paths) <= 1;
  }

  /** Sides without any of these files, by their index. */
  empty(paths: Iterable<string>): number[] {
    const left = new Set(this.#sides.keys());
    for (const path of paths) {
      const side = this.sideOf(path);
      if (side !== undefined) left.delete(side);
    }
    return [...left];
  }
}

/** @throws {AnalyzerError} `usage` for a side that is not in the scanned folder, or is another one again */
export function requireSide({ between }: IntendedMirror, index: number): void {
  const written = between[index] ?? '';
  if (written.startsWith('/') || written.split('/').includes('..')) {
    const hint = 'Use a path relative to the scanned folder, such as src/client.';
    throw new AnalyzerError('usage', { problem: `${written} is not below the scanned folder` }, { hint });
  }
  const first = between.findIndex((it) => normalPath(it) === normalPath(written));
  if (first === index) return;
  const hint = 'A mirror is between two different folders or files.';
  throw new AnalyzerError('usage', { problem: `${written} is the same folder as ${between[first] ?? ''}` }, { hint });
}

/** Without `./` at the start and `/` at the end; empty for the scanned folder. */
function normalPath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function isInOrSame(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
