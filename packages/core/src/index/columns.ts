import type { Row } from './port.ts';

/** Nodes whose rows are read in one go. */
const AT_ONCE = 1 << 14;

/**
 * Ranges of node ids, both ends inclusive, that cover all of them: for statements that give each column of many rows
 * as one JSON list, because a row of its own takes ten times as long as a number in it.
 */
export function* rangesOfNodes(last: number): Generator<[first: number, last: number]> {
  for (let first = 1; first <= last; first += AT_ONCE) yield [first, Math.min(last, first + AT_ONCE - 1)];
}

/** A column of `json_group_array` over integers. */
export function numbers(row: Row, column: string): number[] {
  return JSON.parse(row.text(column));
}

/** A column of `json_group_array` over texts. */
export function texts(row: Row, column: string): string[] {
  return JSON.parse(row.text(column));
}
