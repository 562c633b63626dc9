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
  /** Absent: that of `declarations` for a small folder, no tree for a larger one. */
  detail?: Detail | undefined;
  /** Classes of files whose copies are listed like those of product code. */
  include?: readonly ListClass[];
}

/** A tree of more files is longer than a screen, so it is shown only if asked for. */
const MAX_TREE_FILES = 40;

/**
 * Renders a scan as terminal text, line by line: the tree of directories, files and declarations, a summary whose
 * numbers add up, and a line about the run. Control characters in names are escaped. Some strings are empty, see
 * `treeLines`.
 */
export function* renderTerminal(scan: Scan, options: TerminalOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const marks = new Marks(scan, style, options.include);
  const files = scan.entries.filter(({ kind }) => kind === 'file').length;
  const hasTree = options.detail !== undefined || files <= MAX_TREE_FILES;
  const detail = options.detail ?? 'declarations';
  if (hasTree) {
    const rows = new FileRows(scan, style, marks, detail);
    yield* treeLines(rows.root(), rows.widest(), style);
  }
  for (const line of summaryLines(scan, style, marks, detail)) yield `${line}\n`;
  if (!hasTree) yield `\n${style.line('faint', treeHint(files))}\n`;
  yield runLine(scan, style);
}

function treeHint(files: number): string {
  return `The tree of ${plural(files, 'file')}: --detail files. All copies with their code: analyzer map.`;
}

/** The last line, the only one that differs between two runs over the same tree. */
function runLine({ engine, runtime: { jobs, wall_ms } }: Scan, style: TerminalStyle): string {
  return `\n${style.line('faint', `${engine} engine, ${plural(jobs, 'worker')}, ${duration(wall_ms)}`)}\n`;
}
