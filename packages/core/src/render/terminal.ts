import type { ListClass } from '#lists/list-classes.ts';
import type { Scan } from '#scan/model.ts';
import { FileRows } from './terminal/file-rows.ts';
import { Marks } from './terminal/marks.ts';
import { duration, plural } from './terminal/numbers.ts';
import type { Detail } from './terminal/row.ts';
import { summaryLines } from './terminal/summary.ts';
import { type StyleOptions, TerminalStyle } from './terminal/terminal-style.ts';
import { treeLines } from './terminal/tree.ts';

export type { Detail } from './terminal/row.ts';

export interface TerminalOptions extends StyleOptions {
  detail: Detail;
  /** Classes of files whose copies are listed like those of product code. */
  include?: readonly ListClass[];
}

/**
 * Renders a scan as terminal text, line by line: the tree of directories, files and declarations, a summary whose
 * numbers add up, and a line about the run. Control characters in names are escaped. Some strings are empty, see
 * `treeLines`.
 */
export function* renderTerminal(scan: Scan, options: TerminalOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const marks = new Marks(scan, style, options.include);
  const rows = new FileRows(scan, style, marks, options.detail);
  yield* treeLines(rows.root(), rows.widest(), style);
  for (const line of summaryLines(scan, style, marks, options.detail)) yield `${line}\n`;
  yield runLine(scan, style);
}

/** The last line, the only one that differs between two runs over the same tree. */
function runLine({ engine, runtime: { jobs, wall_ms } }: Scan, style: TerminalStyle): string {
  return `\n${style.line('faint', `${engine} engine, ${plural(jobs, 'worker')}, ${duration(wall_ms)}`)}\n`;
}
