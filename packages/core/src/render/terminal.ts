import type { KnownEase } from '#generalize/ease.ts';
import type { CopyAges } from '#history/ages/model.ts';
import type { CopyRelations } from '#relations/model.ts';
import type { Scan } from '#scan/model.ts';
import { agesLines } from './terminal/ages.ts';
import { easyCopies } from './terminal/easy-copies.ts';
import { FileRows } from './terminal/file-rows.ts';
import { firstScreen } from './terminal/first-screen.ts';
import { type ListChoice, Marks } from './terminal/marks.ts';
import { duration, plural } from './terminal/numbers.ts';
import type { Detail } from './terminal/row.ts';
import { summaryLines } from './terminal/summary.ts';
import { type StyleOptions, TerminalStyle } from './terminal/terminal-style.ts';
import { treeLines } from './terminal/tree.ts';

export type { Detail } from './terminal/row.ts';

export interface TerminalOptions extends StyleOptions, ListChoice {
  /** Absent: the first screen, and the tree of a small folder with declarations. */
  detail?: Detail | undefined;
  /** For the first screen; without them, or with a detail, the summary has all lists. */
  relations?: CopyRelations | undefined;
  /** When copies came. */
  ages?: CopyAges | undefined;
  /** Only a list of the copies that a draft of these eases can replace. */
  ease?: readonly KnownEase[] | undefined;
  /** Of the folder, as the user wrote it; for commands. Default: the current folder. */
  path?: string;
}

/** A tree of more files is longer than a screen, so it is shown only if asked for. */
const MAX_TREE_FILES = 40;
/** Groups of the list by ease. */
const MAX_EASY = 20;

/**
 * Renders a scan as terminal text, line by line: the first screen, or the tree of directories, files and declarations with a
 * summary whose numbers add up; and a line about the run. Control characters in names are escaped. Some strings are empty, see
 * `treeLines`.
 */
export function* renderTerminal(scan: Scan, options: TerminalOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const { relations } = options;
  const marks = new Marks(scan, style, options);
  if (options.ease !== undefined) {
    const most = options.detail === 'full' ? Number.POSITIVE_INFINITY : MAX_EASY;
    const lines = easyCopies(scan, marks.listed, options.ease, options.path ?? '.', { style, most });
    for (const line of lines) yield `${line}\n`;
  } else if (options.detail === undefined && relations !== undefined) {
    for (const line of firstScreen(scan, relations, marks.listed, options, style)) yield `${line}\n`;
    const files = scan.entries.filter(({ kind }) => kind === 'file').length;
    if (files <= MAX_TREE_FILES) {
      yield '\n';
      yield* tree(scan, style, new Marks(scan, style), 'declarations');
    }
  } else {
    const detail = options.detail ?? 'declarations';
    yield* tree(scan, style, marks, detail);
    for (const line of summaryLines(scan, style, marks, detail)) yield `${line}\n`;
  }
  const { ages, detail } = options;
  if (ages !== undefined) for (const line of agesLines(ages, scan, detail === 'full', style)) yield `${line}\n`;
  yield runLine(scan, style);
}

function tree(scan: Scan, style: TerminalStyle, marks: Marks, detail: Detail): Generator<string> {
  const rows = new FileRows(scan, style, marks, detail);
  return treeLines(rows.root(), rows.widest(), style);
}

/** The last line, the only one that differs between two runs over the same tree. */
function runLine({ engine, runtime: { jobs, wall_ms } }: Scan, style: TerminalStyle): string {
  return `\n${style.line('faint', `${engine} engine, ${plural(jobs, 'worker')}, ${duration(wall_ms)}`)}\n`;
}
