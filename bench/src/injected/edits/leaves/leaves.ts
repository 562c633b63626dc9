import type { Fragment } from '../detectors.ts';

/** Positions of a file, see `position`; the end is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The code of a file, without comments, docstrings, imports, and functions and methods that have no body. Data of an
 * independent reader.
 */
export interface Code {
  /** The position of each token of code, ascending. */
  leaves: readonly number[];
  /** Lists of statements, members or items that follow each other under one parent. */
  lists: readonly (readonly Span[])[];
}

/** @returns undefined if the reader cannot read the program */
export type CodeReader = (source: string, path: string) => Promise<Code | undefined> | Code | undefined;

const WIDTH = 2 ** 24;

/** A line, 1 for the first one, and a column, 0 for the first one, in one number in the order of the text. */
export function position(line: number, column: number): number {
  return line * WIDTH + Math.min(column, WIDTH - 1);
}

export function lineOf(at: number): number {
  return Math.floor(at / WIDTH);
}

export function spanOf({ from, to, columns }: Fragment): Span {
  return { from: position(from, columns?.from ?? 0), to: position(to, columns?.to ?? Infinity) };
}

export function leavesIn({ leaves }: Code, { from, to }: Span): readonly number[] {
  return leaves.filter((at) => at >= from && at < to);
}

/** Tokens of the longest sequence of complete statements, members or items in a range, with none of other lines. */
export function largestRun(code: Code, range: Span, lines: ReadonlySet<number>): number {
  let largest = 0;
  for (const list of code.lists) {
    let tokens = 0;
    for (const item of list) {
      const own = item.from >= range.from && item.to <= range.to ? leavesIn(code, item) : undefined;
      tokens = own?.every((at) => lines.has(lineOf(at))) ? tokens + own.length : 0;
      largest = Math.max(largest, tokens);
    }
  }
  return largest;
}

/** Offsets of a text as positions. */
export class Positions {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return position(low + 1, offset - (this.#starts[low] ?? 0));
  }

  span({ from, to }: Span): Span {
    return { from: this.at(from), to: this.at(to) };
  }
}
