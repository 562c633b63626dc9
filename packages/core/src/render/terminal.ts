import type { Scan } from '#scan/model.ts';
import { FileRows } from './terminal/file-rows.ts';
import { Look, type LookOptions } from './terminal/look.ts';
import { Marks } from './terminal/marks.ts';
import { duration, plural } from './terminal/numbers.ts';
import type { Detail } from './terminal/row.ts';
import { summaryLines } from './terminal/summary.ts';
import { treeLines } from './terminal/tree.ts';

export type { Detail } from './terminal/row.ts';

export interface TerminalOptions extends LookOptions {
  detail: Detail;
}

/**
 * Renders a scan for people, line by line: the tree of directories, files and declarations, then a summary whose
 * numbers add up, then a line about the run. Control characters in names are escaped. Some strings are empty: see
 * `treeLines`.
 */
export function* renderTerminal(scan: Scan, options: TerminalOptions): Generator<string> {
  const look = new Look(options);
  const marks = new Marks(scan, look);
  const rows = new FileRows(scan, look, marks, options.detail);
  yield* treeLines(rows.root(), rows.widest(), look);
  for (const line of summaryLines(scan, look, marks)) yield `${line}\n`;
  yield runLine(scan, look);
}

/** The last line: the only one that differs between two runs over the same tree. */
function runLine({ engine, runtime: { jobs, wall_ms } }: Scan, look: Look): string {
  return `\n${look.line('faint', `${engine} engine, ${plural(jobs, 'worker')}, ${duration(wall_ms)}`)}\n`;
}
