import type { Row } from './port.ts';

/** Number of nodes per statement. */
const AT_ONCE = 1 << 14;

/**
 * Inclusive ranges of node ids that cover all nodes: for statements that return each column of many rows as one JSON
 * list, because a row costs ten times as much as a number in a list.
 */
export function* rangesOfNodes(last: number): Generator<[first: number, last: number]> {
  for (let first = 1; first <= last; first += AT_ONCE) yield [first, Math.min(last, first + AT_ONCE - 1)];
}

/** A column of `json_group_array` of integers. */
export function numbers(row: Row, column: string): number[] {
  return JSON.parse(row.text(column));
}

/** The same for a column that may be null. */
export function optionalNumbers(row: Row, column: string): (number | null)[] {
  return JSON.parse(row.text(column));
}

/** A column of `json_group_array` of strings. */
export function texts(row: Row, column: string): string[] {
  return JSON.parse(row.text(column));
}
