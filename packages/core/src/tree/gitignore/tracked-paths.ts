const SUBMODULE = 0o160000;
const DIRECTORY = 0o040000;

/** The paths of a Git index in bytewise order. Strings have one character for each byte. */
export class TrackedPaths {
  readonly #bytes: Buffer;
  /** Where each path starts, and at last where the last one ends. */
  readonly #starts: Uint32Array;
  readonly #submodules: ReadonlySet<string>;

  constructor(bytes: Buffer, starts: Uint32Array, submodules: ReadonlySet<string>) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#submodules = submodules;
  }

  has(path: string): boolean {
    const wanted = Buffer.from(path, 'latin1');
    return this.#compare(this.#firstFrom(wanted), wanted, false) === 0;
  }

  /** Whether there is a path in this directory. */
  hasBelow(directory: string): boolean {
    const wanted = Buffer.from(`${directory}/`, 'latin1');
    return this.#compare(this.#firstFrom(wanted), wanted, true) === 0;
  }

  /** The directory is another repository, of which the index names only the commit. */
  isSubmodule(directory: string): boolean {
    return this.#submodules.has(directory);
  }

  /** Index of the first path that is not less. */
  #firstFrom(wanted: Buffer): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, wanted, false) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param asPrefix compare only as many bytes as are wanted */
  #compare(index: number, wanted: Buffer, asPrefix: boolean): number {
    const start = this.#starts[index];
    const end = this.#starts[index + 1];
    if (start === undefined || end === undefined) return 1;
    return this.#bytes.compare(wanted, 0, wanted.length, start, asPrefix ? Math.min(end, start + wanted.length) : end);
  }
}

/** Collects the paths of an index in its order. */
export class TrackedPathsBuilder {
  #bytes = Buffer.alloc(1 << 16);
  #length = 0;
  readonly #starts: Uint32Array;
  #count = 0;
  readonly #submodules = new Set<string>();

  constructor(count: number) {
    this.#starts = new Uint32Array(count + 1);
  }

  /** Bytes of all paths. */
  get size(): number {
    return this.#length;
  }

  /**
   * @param shared how many bytes of the previous path the path starts with
   * @returns whether the index may hold this path here
   */
  add(mode: number, shared: number, rest: Buffer): boolean {
    const before = this.#starts[this.#count - 1] ?? 0;
    const start = this.#length;
    const end = start + shared + rest.length;
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.copy(this.#bytes, start, before, before + shared);
    rest.copy(this.#bytes, start + shared);
    const bytes = this.#bytes;
    if (start === end || (this.#count > 0 && bytes.compare(bytes, before, start, start, end) < 0)) return false;
    this.#length = end;
    this.#starts[++this.#count] = end;
    if ((mode & 0o170000) === SUBMODULE) this.#submodules.add(bytes.toString('latin1', start, end));
    return (mode & 0o170000) !== DIRECTORY || bytes[end - 1] === 0x2f;
  }

  build(): TrackedPaths {
    return new TrackedPaths(this.#bytes.subarray(0, this.#length), this.#starts, this.#submodules);
  }
}
