import type { MapTokens } from '@analyzer/contracts/pages/map';

export interface Copy {
  /** The function's own name, which the grouping ignores. */
  name: string;
  /** The declaration's lines. */
  text: string;
  firstLine: number;
  tokens: MapTokens | null;
}

/** Kinds of marked ranges. `name`: the copies' own names. `only`: a line that the other copy does not have. */
export type Mark = 'differs' | 'name' | 'only';

export interface Piece {
  text: string;
  mark?: Mark;
}

export interface Side {
  line: number;
  pieces: Piece[];
}

/** One row of the comparison; a side is absent if only the other one has the line. */
export interface Row {
  left?: Side;
  right?: Side;
  /** The lines are equal in spelling. */
  same: boolean;
  /** The lines are around a block and not compared. */
  around?: true;
}

export interface Comparison {
  rows: Row[];
  /** Number of differing tokens, and the pairs of their texts, most frequent first. */
  differing: number;
  replaced: { left: string; right: string; times: number }[];
  /** Number of lines that differ only in comments, layout or spelling of the same code. */
  layoutOnly: number;
  /** `lines` if a copy has no token record. */
  by: 'tokens' | 'lines';
  /** By lines: numbers of changed lines, and of lines that only one copy has. */
  lines?: { changed: number; onlyLeft: number; onlyRight: number };
}

/** Common indentation of all lines. */
export function indentOf(text: string): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? '';
  let shared = first.length;
  for (const line of lines) {
    let at = 0;
    while (at < shared && line[at] === first[at]) at++;
    shared = at;
  }
  return shared;
}

export function linesOf({ text }: Copy): string[] {
  const indent = indentOf(text);
  return text.split('\n').map((line) => line.slice(indent));
}

export interface Span {
  from: number;
  to: number;
  mark: Mark;
}

/**
 * Rows of two lists of lines, given the pairs of lines (ascending in both).
 *
 * @param unpaired whether lines without a pair are next to each other, or each has its own row: first the left ones
 */
export function align(
  a: readonly string[],
  b: readonly string[],
  pairs: readonly [number, number][],
  unpaired: 'together' | 'apart',
) {
  const rows: [number | undefined, number | undefined][] = [];
  let l = 0;
  let r = 0;
  for (const [x, y] of [...pairs, [a.length, b.length] as const]) {
    while (unpaired === 'apart' && l < x) rows.push([l++, undefined]);
    while (l < x || r < y) rows.push([l < x ? l++ : undefined, r < y ? r++ : undefined]);
    if (x < a.length || y < b.length) rows.push([l++, r++]);
  }
  return rows;
}

/** A line in pieces, at marked ranges that do not overlap. */
export function cut(line: string, spans: readonly Span[] = []): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, mark } of spans.toSorted((x, y) => x.from - y.from)) {
    if (from < at) continue;
    if (from > at) pieces.push({ text: line.slice(at, from) });
    pieces.push({ text: line.slice(from, to), mark });
    at = to;
  }
  if (at < line.length) pieces.push({ text: line.slice(at) });
  return pieces;
}
