import { widthOf } from './cells.ts';
import type { Look, Tone } from './look.ts';
import type { Note, Row } from './row.ts';

/** At most this many levels are drawn with guides; a deeper row says its depth, so a chain of 100,000 stays readable. */
const MOST_GUIDES = 24;
const GUIDE_WIDTH = 3;
const GAP = 2;
const SIZE_WIDTH = 6;
/** Room that an aligned line keeps free for marks such as `=*12 ≈3` and the word of a status. */
const MOST_NOTES_WIDTH = 14;
const LEAST_NAME_WIDTH = 24;
/** Of a name column: what the deepest guides must leave for the name. */
const LABEL_WIDTH = 12;
/** Where nobody says how wide a line may be, a single long name must not push every other column away. */
const UNBOUNDED_NAME_WIDTH = 72;
/** Narrower terminals go without the column. */
const LEAST_WIDTH_FOR_LANGUAGE = 64;
const LEAST_WIDTH_FOR_SIZE = 48;

/** Widths; 0 for a column that is not shown. */
interface Columns {
  name: number;
  language: number;
  lines: number;
  size: number;
}

/** The widest texts of columns that need no rows to be known. */
export interface Widest {
  language: number;
  lines: number;
}

interface Placed {
  row: Row;
  /** What stands before the label: guides of the levels above and the row's own branch. */
  lead: string;
}

/** Rows measured before whoever reads the lines is let do something else. */
const ROWS_AT_ONCE = 5000;

/**
 * Lines of the tree, aligned, each cut to the width of the look; each ends with a line feed. Before the first line come
 * empty texts while the rows are measured, so that a reader can stop in between.
 */
export function* treeLines(root: Row, widest: Widest, look: Look): Generator<string> {
  const columns = yield* measure(root, widest, look);
  const guides = Math.max(1, Math.min(MOST_GUIDES, Math.floor((columns.name - LABEL_WIDTH) / GUIDE_WIDTH)));
  const heading: Row = {
    tone: 'faint',
    label: '',
    language: 'language',
    lines: 'lines',
    size: 'size',
    notes: [],
    children: () => [],
  };
  yield `${lineOf({ row: heading, lead: '' }, columns, look, 'faint')}\n`;
  for (const placed of walk(root, look, guides)) yield `${lineOf(placed, columns, look, 'plain')}\n`;
}

/** Every row before its children; over a stack of its own, because folders and code nest as deep as they like. */
function* walk(root: Row, look: Look, guides: number): Generator<Placed> {
  const { branch, last, through, blank } = look.glyphs;
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

/** Widths that fit all rows, as far as the look's width leaves room. Rows are looked at until the rest can change none. */
function* measure(root: Row, widest: Widest, look: Look): Generator<'', Columns> {
  const language = look.width < LEAST_WIDTH_FOR_LANGUAGE ? 0 : Math.max('language'.length, widest.language);
  const lines = Math.max('lines'.length, widest.lines);
  const size = look.width < LEAST_WIDTH_FOR_SIZE ? 0 : SIZE_WIDTH;
  const roomBeside = (notes: number): number => {
    let room = look.width === Infinity ? UNBOUNDED_NAME_WIDTH : look.width;
    if (look.width !== Infinity) {
      for (const width of [language, lines, size, notes]) room -= width === 0 ? 0 : GAP + width;
    }
    return Math.max(LEAST_NAME_WIDTH, room);
  };
  let name = LEAST_NAME_WIDTH;
  let notes = look.width === Infinity ? MOST_NOTES_WIDTH : 0;
  let rows = 0;
  for (const { row, lead } of walk(root, look, MOST_GUIDES)) {
    name = Math.max(name, widthOf(lead) + widthOf(row.label));
    if (notes < MOST_NOTES_WIDTH) notes = Math.min(MOST_NOTES_WIDTH, Math.max(notes, notesWidth(row.notes)));
    if (notes === MOST_NOTES_WIDTH && name >= roomBeside(notes)) break;
    if (++rows % ROWS_AT_ONCE === 0) yield '';
  }
  return { name: Math.min(name, roomBeside(notes)), language, lines, size };
}

function lineOf({ row, lead }: Placed, columns: Columns, look: Look, tone: Tone): string {
  const room = look.width === Infinity ? Infinity : columns.name - widthOf(lead);
  const label = look.cut(row.label, room);
  let line = look.paint('faint', lead) + look.paint(row.tone, label);
  let used = widthOf(lead) + widthOf(label);
  let column = columns.name;
  const put = (text: string | undefined, width: number, side: 'left' | 'right'): void => {
    if (width === 0) return;
    column += GAP + width;
    if (text === undefined) return;
    const start = Math.max(used + 1, side === 'left' ? column - width : column - widthOf(text));
    line += ' '.repeat(start - used) + look.paint(tone, text);
    used = start + widthOf(text);
  };
  put(row.language, columns.language, 'left');
  put(row.lines, columns.lines, 'right');
  put(row.size, columns.size, 'right');
  const start = Math.max(used, column) + GAP;
  const notes = notesText(row.notes, look.width - start, look);
  return notes === '' ? line : line + ' '.repeat(start - used) + notes;
}

function notesWidth(notes: readonly Note[]): number {
  return notes.reduce((width, { text }) => width + widthOf(text) + 1, -1);
}

function notesText(notes: readonly Note[], width: number, look: Look): string {
  const painted: string[] = [];
  let left = width;
  for (const { tone, text } of notes) {
    const shown = look.cut(text, left);
    if (shown === '') break;
    painted.push(look.paint(tone, shown));
    left -= widthOf(shown) + 1;
  }
  return painted.join(' ');
}
