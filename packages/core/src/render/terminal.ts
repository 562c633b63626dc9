import type { Scan } from '#scan/model.ts';
import { FileRows } from './terminal/file-rows.ts';
import { Look } from './terminal/look.ts';
import { Marks } from './terminal/marks.ts';
import type { Detail } from './terminal/row.ts';
import { summaryLines } from './terminal/summary.ts';
import { treeLines } from './terminal/tree.ts';

export type { Detail } from './terminal/row.ts';

export interface TerminalOptions {
  detail: Detail;
  /** Nothing but printable ASCII: lines, marks and names. */
  ascii: boolean;
  color: boolean;
  /** Columns of the terminal; `Infinity` cuts nothing. */
  width: number;
}

/**
 * A scan for people, line by line: the tree of folders, files and what they declare, then a summary whose numbers add
 * up. Names of the project are shown with their controls escaped. Some texts are empty: see `treeLines`.
 */
export function* renderTerminal(scan: Scan, options: TerminalOptions): Generator<string> {
  const look = new Look(options);
  const marks = new Marks(scan, look);
  const rows = new FileRows(scan, look, marks, options.detail);
  yield* treeLines(rows.root(), rows.widest(), look);
  for (const line of summaryLines(scan, look, marks)) yield `${line}\n`;
}
