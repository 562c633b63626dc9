import { decodeElementBlock, type ElementBlock, type Units } from '../../elements/element-block.ts';
import { countUntil } from './count-until.ts';
import type { EmbeddedProgram } from './file-places.ts';

/** The lines of a here-document in the block of its file, and the code that takes their place. */
export interface Exchange {
  program: EmbeddedProgram;
  block: ElementBlock;
  /** Elements of the lines: the first one, and the one after the last. */
  first: number;
  end: number;
  /** The first line as a unit, the number of lines, and the unit around them. */
  unit: number;
  lines: number;
  parent: number;
}

/** In the order of elements. Programs without units, or without lines that are compared, are not among them. */
export function exchangesOf(units: Units, programs: readonly EmbeddedProgram[]): Exchange[] {
  const ordered = programs.toSorted((a, b) => a.start - b.start);
  const starts = ordered.map(({ start }) => start);
  const found: Exchange[] = [];
  let last: Exchange | undefined;
  for (let unit = 0; unit < units.first.length; unit++) {
    const byte = units.startByte[unit] ?? 0;
    const program = ordered[countUntil(starts, byte) - 1];
    if (program === undefined || byte >= program.end) continue;
    const [first, end] = [units.first[unit] ?? 0, (units.first[unit] ?? 0) + (units.count[unit] ?? 0)];
    if (last?.program === program) {
      last.end = end;
      last.lines++;
      continue;
    }
    const block = decodeElementBlock(program.facts.elements ?? new Uint8Array(0));
    last = { program, block, first, end, unit, lines: 1, parent: units.parent[unit] ?? -1 };
    found.push(last);
  }
  return found.filter(({ block }) => block.units.first.length > 0);
}

/** Where elements of the file are after the exchanges. */
export class Places {
  readonly #ends: number[] = [];
  readonly #moves: number[];

  /** @param before elements before those of the exchanged file */
  constructor(before: number, exchanges: readonly Exchange[]) {
    let moved = before;
    this.#moves = [moved];
    for (const { first, end, block } of exchanges) {
      moved += block.opening.length - (end - first);
      this.#ends.push(end);
      this.#moves.push(moved);
    }
  }

  /** @param at not between the first and the last element of lines */
  of(at: number): number {
    return at + (this.#moves[countUntil(this.#ends, at)] ?? 0);
  }

  /** Of a range in the file. */
  range(first: number, count: number): [first: number, count: number] {
    const from = this.of(first);
    return [from, this.of(first + count) - from];
  }
}
