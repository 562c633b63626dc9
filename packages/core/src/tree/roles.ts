import { GENERATED_MARKERS, ROLE_GLOBS } from '#languages/policy.ts';
import { Glob } from './globs/glob.ts';
import { GlobSet } from './globs/glob-set.ts';

export interface Roles {
  is_test: boolean;
  is_vendored: boolean;
  is_generated: boolean;
}

const LF = 10;

/** Tells tests, foreign code and generated code by path and by what generators write into the first lines. */
export class RoleFinder {
  readonly #test = new PathRole(ROLE_GLOBS.test);
  readonly #vendored = new PathRole(ROLE_GLOBS.vendored);
  readonly #generated = new PathRole(ROLE_GLOBS.generated);
  readonly #markers = GENERATED_MARKERS.markers.map((marker) => Buffer.from(marker));

  /** @param head the file's first bytes, as many as `GENERATED_MARKERS.within_bytes` if it has them */
  of(path: string, head: Uint8Array): Roles {
    return {
      is_test: this.#test.holds(path),
      is_vendored: this.#vendored.holds(path),
      is_generated: this.#generated.holds(path) || this.#isMarked(head),
    };
  }

  #isMarked(head: Uint8Array): boolean {
    const lines = firstLines(head.subarray(0, GENERATED_MARKERS.within_bytes), GENERATED_MARKERS.within_lines);
    return this.#markers.some((marker) => lines.includes(marker));
  }
}

/** A role that a path has by its own name or by a directory above it. */
class PathRole {
  readonly #globs = new GlobSet<true>();
  readonly #directories = new Map<string, boolean>();

  constructor(globs: readonly string[]) {
    for (const glob of globs) this.#globs.add(new Glob(glob, 'languages/roles.json'), true);
  }

  holds(path: string): boolean {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    let inherited = this.#directories.get(parent);
    if (inherited === undefined) {
      inherited = this.#anyDirectory(parent);
      this.#directories.set(parent, inherited);
    }
    return inherited || this.#globs.first(path, false) !== undefined;
  }

  #anyDirectory(directory: string): boolean {
    for (let slash = directory.indexOf('/'); slash >= 0; slash = directory.indexOf('/', slash + 1)) {
      if (this.#globs.first(directory.slice(0, slash), true)) return true;
    }
    return this.#globs.first(directory, true) !== undefined;
  }
}

function firstLines(bytes: Uint8Array, count: number): Buffer {
  let end = 0;
  for (let line = 0; line < count; line++) {
    const next = bytes.indexOf(LF, end);
    if (next < 0) return Buffer.from(bytes);
    end = next + 1;
  }
  return Buffer.from(bytes.subarray(0, end));
}
