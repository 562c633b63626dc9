import type { CopyLimits } from '#relate/copies/limits.ts';
import { HashFilter } from '../hash-filter.ts';

/** The units of a file as columns; hashes are their lower halves. */
export interface UnitHashes {
  same: Int32Array;
  shape: Int32Array;
  nodes: Uint32Array;
  previous: Int32Array;
}

/** The hashes of the units of some files. */
export class KnownUnits {
  readonly #same: KnownHashes;
  readonly #shape: KnownHashes;

  constructor(files: readonly UnitHashes[]) {
    this.#same = new KnownHashes(files.map(({ same }) => same));
    this.#shape = new KnownHashes(files.map(({ shape }) => shape));
  }

  hasShape(low: number): boolean {
    return this.#shape.has(low);
  }

  /** Whether a file has enough known units in a row for a block of some kind: true for each file with such a block. */
  mayShare(file: UnitHashes, kinds: { block: boolean; blockShape: boolean }, limits: CopyLimits): boolean {
    if (kinds.block && longestRun(file, file.same, this.#same) >= limits.blockNodes) return true;
    return kinds.blockShape && longestRun(file, file.shape, this.#shape) >= limits.shapeNodes;
  }
}

/** Hashes of units; few others pass the filter. */
class KnownHashes {
  /** Sorted: a set takes four times the memory. */
  readonly #hashes: Int32Array;
  readonly #filter: HashFilter;

  constructor(columns: readonly Int32Array[]) {
    this.#hashes = new Int32Array(columns.reduce((sum, { length }) => sum + length, 0));
    this.#filter = new HashFilter(this.#hashes.length);
    let at = 0;
    for (const column of columns) {
      this.#hashes.set(column, at);
      at += column.length;
    }
    this.#hashes.sort();
    for (const hash of this.#hashes) this.#filter.add(hash);
  }

  has(hash: number): boolean {
    return this.#filter.mayHave(hash) && this.#hasExactly(hash);
  }

  #hasExactly(hash: number): boolean {
    let [low, high] = [0, this.#hashes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#hashes[middle] ?? 0) < hash) low = middle + 1;
      else high = middle;
    }
    return this.#hashes[low] === hash;
  }
}

/** Nodes of the largest run of consecutive units with known hashes. */
function longestRun({ nodes, previous }: UnitHashes, hashes: Int32Array, known: KnownHashes): number {
  let runs: Uint32Array | undefined;
  let most = 0;
  for (let unit = 0; unit < hashes.length; unit++) {
    if (!known.has(hashes[unit] ?? 0)) continue;
    runs ??= new Uint32Array(hashes.length);
    const run = (nodes[unit] ?? 0) + (runs[previous[unit] ?? -1] ?? 0);
    runs[unit] = run;
    most = Math.max(most, run);
  }
  return most;
}
