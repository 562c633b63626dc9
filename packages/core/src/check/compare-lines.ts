import { frameOf, type Rename, renamed, renamesBetween } from './renames.ts';

export type { Rename };

/** A line of two texts side by side: `-` only in the first, `+` only in the second, a space in both. */
export interface ComparedLine {
  mark: ' ' | '-' | '+';
  text: string;
}

/** Lines of each text that are compared; quadratic in this number. */
const MAX_LINES = 400;
/** Common lines around a difference that are shown. */
const CONTEXT = 1;

/**
 * The differing lines of two texts with a line of context, by a longest common subsequence. Indentation and trailing white
 * space do not count; common lines are written as in the second text.
 *
 * @param most lines in the result
 * @param renames names of the first text that do not count as different
 * @returns `isCut` if there are more
 */
export function compareLines(
  before: readonly string[],
  after: readonly string[],
  most: number,
  renames: readonly Rename[] = [],
): { lines: ComparedLine[]; isCut: boolean } {
  const all = alignedStarts(before, after, renames);
  const isNear = all.map((_, index) => {
    return all.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' ');
  });
  const shown = all.filter((_, index) => isNear[index]);
  const isLong = before.length > MAX_LINES || after.length > MAX_LINES;
  return { lines: withoutIndent(shown.slice(0, most)), isCut: isLong || shown.length > most };
}

/** Lines of two texts that are next to each other; one of them may have none. */
export interface LineRow {
  left?: string;
  right?: string;
  isSame: boolean;
}

/** The names that differ in lines of two texts that are equal besides names. */
export function renamesOfTexts(before: readonly string[], after: readonly string[]): Rename[] {
  const pairs: [string, string][] = [];
  let [i, j] = [0, 0];
  for (const { mark } of alignedStarts(before.map(frameOf), after.map(frameOf))) {
    if (mark === ' ') pairs.push([before[i] ?? '', after[j] ?? '']);
    if (mark !== '+') i++;
    if (mark !== '-') j++;
  }
  return renamesBetween(pairs);
}

/**
 * Both texts side by side, with equal lines in one row, without the indentation that all lines of a text have.
 *
 * @param renames names of the first text that do not count as different
 */
export function sideBySide(
  before: readonly string[],
  after: readonly string[],
  renames: readonly Rename[] = [],
): LineRow[] {
  const [lefts, rights] = [unindented(before), unindented(after)];
  const rows: LineRow[] = [];
  /** Rows with only a left line yet, since the last equal line. */
  let open = 0;
  let [i, j] = [0, 0];
  for (const { mark } of alignedStarts(before, after, renames)) {
    if (mark === ' ') {
      rows.push({ left: lefts[i++] ?? '', right: rights[j++] ?? '', isSame: true });
      open = 0;
    } else if (mark === '-') {
      rows.push({ left: lefts[i++] ?? '', isSame: false });
      open++;
    } else {
      const row = open > 0 ? rows.at(-open) : undefined;
      if (row === undefined) rows.push({ right: rights[j++] ?? '', isSame: false });
      else {
        row.right = rights[j++] ?? '';
        open--;
      }
    }
  }
  return rows;
}

function unindented(lines: readonly string[]): string[] {
  return withoutIndent(lines.map((text) => ({ mark: ' ', text }))).map(({ text }) => text);
}

/** The number of lines that only one of two texts has. */
export function countDifferences(before: readonly string[], after: readonly string[]): number {
  return alignedStarts(before, after).filter(({ mark }) => mark !== ' ').length;
}

function alignedStarts(
  before: readonly string[],
  after: readonly string[],
  renames: readonly Rename[] = [],
): ComparedLine[] {
  return aligned(before.slice(0, MAX_LINES), after.slice(0, MAX_LINES), renames);
}

function aligned(before: readonly string[], after: readonly string[], renames: readonly Rename[]): ComparedLine[] {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const [a, b] = [before.map((line) => renamed(line.trim(), names)), after.map((line) => line.trim())];
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ mark: ' ', text: after[j] ?? '' });
      i++;
      j++;
    } else if (j === b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: before[i++] ?? '' });
    } else lines.push({ mark: '+', text: after[j++] ?? '' });
  }
  return lines;
}

/** Removes the white space that all lines start with. */
function withoutIndent(lines: readonly ComparedLine[]): ComparedLine[] {
  const indents = lines.flatMap(({ text }) => (text.trim() === '' ? [] : [text.length - text.trimStart().length]));
  const least = indents.reduce((a, b) => Math.min(a, b), indents[0] ?? 0);
  return lines.map(({ mark, text }) => ({ mark, text: text.slice(least).trimEnd().replaceAll('\t', '  ') }));
}
