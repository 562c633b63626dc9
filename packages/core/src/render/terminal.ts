import type { Scan } from '#scan/model.ts';
import { FileRows } from './terminal/file-rows.ts';
import { Look, type LookOptions } from './terminal/look.ts';
import { Marks } from './terminal/marks.ts';
import type { Detail } from './terminal/row.ts';
import { runLine } from './terminal/run-line.ts';
import { summaryLines } from './terminal/summary.ts';
import { treeLines } from './terminal/tree.ts';

export type { Detail } from './terminal/row.ts';

export interface TerminalOptions extends LookOptions {
  detail: Detail;
}

/**
 * A scan for people, line by line: the tree of folders, files and what they declare, then a summary whose numbers add
 * up, then a line about the run. Names of the project are shown with their controls escaped. Some texts are empty: see
 * `treeLines`.
 */
export function* renderTerminal(scan: Scan, options: TerminalOptions): Generator<string> {
  yield* renderView(scan, options);
  yield runLine({ engine: scan.engine, ...scan.runtime }, options);
}

/** The same without the line about the run: equal scans give equal views. */
export function* renderView(scan: Scan, options: TerminalOptions): Generator<string> {
  const look = new Look(options);
  const marks = new Marks(scan, look);
  const rows = new FileRows(scan, look, marks, options.detail);
  yield* treeLines(rows.root(), rows.widest(), look);
  for (const line of summaryLines(scan, look, marks)) yield `${line}\n`;
}
