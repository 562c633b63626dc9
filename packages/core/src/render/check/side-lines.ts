import type { Copy, Rename, Sides } from '#check/model.ts';
import { padEnd } from '../terminal/cells.ts';
import { plural } from '../terminal/numbers.ts';
import type { TerminalStyle } from '../terminal/terminal-style.ts';

const INDENT = 6;
/** Between both columns: a mark with a blank on each side. */
const GAP = 3;
/** Columns and lines if the output is not a terminal. */
const USUAL_WIDTH = 140;
const USUAL_ROWS = 40;
/** Other lines of a finding on one screen: its title, copies and remedies. */
const OTHER_ROWS = 10;
const MIN_ROWS = 5;

/** Renames that are written. */
const MAX_RENAMES = 12;

/** @param arrow between both names */
export function renamesText(renames: readonly Rename[], arrow: string): string {
  const written = renames.slice(0, MAX_RENAMES).map(({ from, to }) => `${from} ${arrow} ${to}`);
  const more = renames.length - MAX_RENAMES;
  return `renamed ${written.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The original on the left and the copy on the right, at most one screen of lines. */
export function* sideLines(
  {
    original,
    copy,
    renames,
    rows,
  }: Pick<Sides, 'renames' | 'rows'> & Record<'original' | 'copy', Pick<Copy, 'path' | 'start_line'>>,
  style: TerminalStyle,
  screen = USUAL_ROWS,
): Generator<string> {
  const width = Math.min(style.width, USUAL_WIDTH);
  const column = Math.max(1, Math.floor((width - INDENT - GAP) / 2));
  const line = (left: string, mark: string, right: string) => {
    const cell = padEnd(style.cut(style.name(left), column), column);
    return `${' '.repeat(INDENT)}${cell} ${mark} ${style.cut(style.name(right), column)}`.trimEnd();
  };
  const most = Math.max(MIN_ROWS, screen - OTHER_ROWS);
  yield style.line('faint', line(`${original.path}:${original.start_line}`, ' ', `${copy.path}:${copy.start_line}`));
  if (renames.length > 0)
    yield style.line('plain', `${' '.repeat(INDENT)}${style.name(renamesText(renames, style.glyphs.arrow))}`);
  for (const { left, right, isSame } of rows.slice(0, most)) {
    const mark = isSame ? ' ' : left === undefined ? '>' : right === undefined ? '<' : '|';
    yield style.line(isSame ? 'faint' : 'plain', line(left ?? '', mark, right ?? ''));
  }
  const more = rows.length - most;
  if (more > 0) yield style.line('faint', `${' '.repeat(INDENT)}${style.glyphs.ellipsis} ${plural(more, 'more line')}`);
}
