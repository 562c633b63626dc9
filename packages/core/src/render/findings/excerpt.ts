import type { Positions } from '#manifest/text/positions.ts';
import { widthOf } from '../terminal/cells.ts';
import { visible } from '../visible.ts';

/** Columns of an excerpt when the width of the terminal is unknown. */
const WIDEST = 160;
/** UTF-16 units of a line that are read around the finding; lines can be as long as the file. */
const WINDOW = 2000;

interface Marked {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/**
 * The line of a finding, cut to the width, and a second line that marks the finding.
 *
 * @param width columns of each line
 */
export function excerpt(text: string, positions: Positions, at: Marked, width: number, ellipsis: string): string[] {
  const { start, end } = positions.line(at.line);
  const fault = positions.offset(at);
  const from = Math.max(start, fault - WINDOW);
  const line = text.slice(from, Math.min(end, fault + WINDOW));
  const cells = Array.from(line, (character) => visible(character));
  const first = Array.from(text.slice(from, fault)).length;
  const last = at.end_line === at.line ? first + Math.max(1, at.end_column - at.column) : cells.length;
  return marked(cells, first, Math.max(first + 1, last), Math.min(width, WIDEST), ellipsis, from > start);
}

function marked(
  cells: readonly string[],
  first: number,
  last: number,
  width: number,
  ellipsis: string,
  isCut: boolean,
): string[] {
  const available = Math.max(10, width - 2 * widthOf(ellipsis));
  // A third of the width is for the text before the finding.
  let begin = !isCut && widthOf(cells.join('')) <= available ? 0 : first;
  for (let used = 0; begin > 0; begin--) {
    used += widthOf(cells[begin - 1] ?? '');
    if (used > available / 3) break;
  }
  let end = begin;
  for (let used = 0; end < cells.length; end++) {
    used += widthOf(cells[end] ?? '');
    if (used > available) break;
  }
  const lead = begin > 0 || isCut ? ellipsis : '';
  const shown = cells.slice(begin, end).join('');
  const before = widthOf(lead + cells.slice(begin, first).join(''));
  const under = Math.max(1, widthOf(cells.slice(first, Math.min(last, end)).join('')));
  return [`${lead}${shown}${end < cells.length ? ellipsis : ''}`, `${' '.repeat(before)}${'^'.repeat(under)}`];
}
