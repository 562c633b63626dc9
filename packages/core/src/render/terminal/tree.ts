import { widthOf } from './cells.ts';
import type { Note, Row } from './row.ts';
import type { TerminalStyle, Tone } from './terminal-style.ts';

/** Maximum levels drawn with guides; a deeper row shows its depth, so that deep nesting stays readable. */
const MAX_GUIDES = 24;
const GUIDE_WIDTH = 3;
const GAP = 2;
const SIZE_WIDTH = 6;
/** Columns reserved for marks such as `=*12 ≈3` and a status. */
const MAX_NOTES_WIDTH = 14;
const MIN_NAME_WIDTH = 24;
/** Minimum width of a name after the deepest guides. */
const LABEL_WIDTH = 12;
/** Maximum name column if the width is unknown, so that one long name does not shift the other columns. */
const UNBOUNDED_NAME_WIDTH = 72;
/** Minimum terminal width for the column. */
const MIN_WIDTH_FOR_LANGUAGE = 64;
const MIN_WIDTH_FOR_SIZE = 48;

/** Widths; 0 for a column that is not shown. */
interface Columns {
  name: number;
  language: number;
  lines: number;
  size: number;
}

/** The widest texts of columns that are known without the rows. */
export interface Widest {
  language: number;
  lines: number;
}

interface IndentedRow {
  row: Row;
  /** Text before the label: guides of the levels above and the branch of the row. */
  lead: string;
}

/** Number of rows measured before an empty string is yielded. */
const ROWS_AT_ONCE = 5000;

/**
 * Aligned lines of the tree, cut to the terminal width, each with a line feed. Yields empty strings while it measures the
 * rows before the first line, so that the caller can stop in between.
 */
export function* treeLines(root: Row, widest: Widest, style: TerminalStyle): Generator<string> {
  const columns = yield* measure(root, widest, style);
  const guides = Math.max(1, Math.min(MAX_GUIDES, Math.floor((columns.name - LABEL_WIDTH) / GUIDE_WIDTH)));
  const heading: Row = {
    tone: 'faint',
    label: '',
    language: 'language',
    lines: 'lines',
    size: 'size',
    notes: [],
    children: () => [],
  };
  yield `${lineOf({ row: heading, lead: '' }, columns, style, 'faint')}\n`;
  for (const row of walk(root, style, guides)) yield `${lineOf(row, columns, style, 'plain')}\n`;
}

/** Pre-order traversal with its own stack, because the nesting depth is unbounded. */
function* walk(root: Row, style: TerminalStyle, guides: number): Generator<IndentedRow> {
  const { branch, last, through, blank } = style.glyphs;
  yield { row: root, lead: '' };
  const stack = [{ rows: root.children(), next: 0, above: '', depth: 1 }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const row = level.rows[level.next++];
    if (row === undefined) {
      stack.pop();
      continue;
    }
    const { above, depth } = level;
    const isLast = level.next === level.rows.length;
    yield { row, lead: depth > guides ? `${above}(${depth}) ` : above + (isLast ? last : branch) };
    const rows = row.children();
    if (rows.length === 0) continue;
    stack.push({ rows, next: 0, depth: depth + 1, above: depth < guides ? above + (isLast ? blank : through) : above });
  }
}

/** Column widths that fit all rows within the terminal width. Stops when further rows cannot change them. */
function* measure(root: Row, widest: Widest, style: TerminalStyle): Generator<'', Columns> {
  const language = style.width < MIN_WIDTH_FOR_LANGUAGE ? 0 : Math.max('language'.length, widest.language);
  const lines = Math.max('lines'.length, widest.lines);
  const size = style.width < MIN_WIDTH_FOR_SIZE ? 0 : SIZE_WIDTH;
  const widthBeside = (notes: number): number => {
    let available = style.width === Infinity ? UNBOUNDED_NAME_WIDTH : style.width;
    if (style.width !== Infinity) {
      for (const width of [language, lines, size, notes]) available -= width === 0 ? 0 : GAP + width;
    }
    return Math.max(MIN_NAME_WIDTH, available);
  };
  let name = MIN_NAME_WIDTH;
  let notes = style.width === Infinity ? MAX_NOTES_WIDTH : 0;
  let rows = 0;
  for (const { row, lead } of walk(root, style, MAX_GUIDES)) {
    name = Math.max(name, widthOf(lead) + widthOf(row.label));
    if (notes < MAX_NOTES_WIDTH) notes = Math.min(MAX_NOTES_WIDTH, Math.max(notes, notesWidth(row.notes)));
    if (notes === MAX_NOTES_WIDTH && name >= widthBeside(notes)) break;
    if (++rows % ROWS_AT_ONCE === 0) yield '';
  }
  return { name: Math.min(name, widthBeside(notes)), language, lines, size };
}

function lineOf({ row, lead }: IndentedRow, columns: Columns, style: TerminalStyle, tone: Tone): string {
  const available = style.width === Infinity ? Infinity : columns.name - widthOf(lead);
  const label = style.cut(row.label, available);
  let line = style.paint('faint', lead) + style.paint(row.tone, label);
  let used = widthOf(lead) + widthOf(label);
  let column = columns.name;
  const put = (text: string | undefined, width: number, side: 'left' | 'right'): void => {
    if (width === 0) return;
    column += GAP + width;
    if (text === undefined) return;
    const start = Math.max(used + 1, side === 'left' ? column - width : column - widthOf(text));
    line += ' '.repeat(start - used) + style.paint(tone, text);
    used = start + widthOf(text);
  };
  put(row.language, columns.language, 'left');
  put(row.lines, columns.lines, 'right');
  put(row.size, columns.size, 'right');
  const start = Math.max(used, column) + GAP;
  const notes = notesText(row.notes, style.width - start, style);
  return notes === '' ? line : line + ' '.repeat(start - used) + notes;
}

function notesWidth(notes: readonly Note[]): number {
  return notes.reduce((width, { text }) => width + widthOf(text) + 1, -1);
}

function notesText(notes: readonly Note[], width: number, style: TerminalStyle): string {
  const painted: string[] = [];
  let left = width;
  for (const { tone, text } of notes) {
    const shown = style.cut(text, left);
    if (shown === '') break;
    painted.push(style.paint(tone, shown));
    left -= widthOf(shown) + 1;
  }
  return painted.join(' ');
}
