import { merkleRoot } from '../root/merkle-root.ts';
import { sumsText } from '../root/stored-root.ts';
import { sumGroups } from '../root/sum-groups.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/**
 * Stores the sums of each range with groups.
 *
 * @returns the root, 64 hex digits
 */
export function writeRoot(statements: Statements): string {
  const ranges = sumGroups(statements);
  const table = new Table(statements, 'root_range', ['range', 'lines', 'sums']);
  for (const its of ranges) {
    if (its.lines > 0n) table.insert({ range: its.range, lines: Number(its.lines), sums: sumsText(its) });
  }
  return merkleRoot(ranges);
}
