import type { Row } from './rows.ts';

/** Rows that follow each other. */
export interface RowRun {
  /** Index of its first row. */
  start: number;
  rows: readonly Row[];
  /** They are equal, and only their number is shown. */
  isFolded: boolean;
}

/** Equal rows that stay at a difference. */
const AROUND = 4;
/** Fewer equal rows are not folded. */
const MIN_FOLDED = 12;

/**
 * Divides the rows of a comparison into runs. If there are more than `most`, long runs of equal rows are folded.
 *
 * @param most number of rows that are not folded; the others are in no run
 * @param opened starts of folded runs that the user opened
 */
export function rowRuns(rows: readonly Row[], most: number, opened: ReadonlySet<number>): RowRun[] {
  if (rows.length <= most) return [{ start: 0, rows, isFolded: false }];
  const runs: RowRun[] = [];
  let left = most;
  for (let at = 0; at < rows.length && left > 0; ) {
    const end = endOfRun(rows, at);
    const isSame = isEqual(rows[at]);
    const [from, to] = isSame ? [at === 0 ? at : at + AROUND, end === rows.length ? end : end - AROUND] : [at, at];
    if (to - from < MIN_FOLDED) left -= add(runs, rows, [at, Math.min(end, at + left)], false);
    else {
      left -= add(runs, rows, [at, Math.min(from, at + left)], false);
      if (left > 0) {
        const isFolded = !opened.has(from);
        const last = isFolded ? to : Math.min(to, from + left);
        const added = add(runs, rows, [from, last], isFolded);
        if (!isFolded) left -= added;
      }
      if (left > 0) left -= add(runs, rows, [to, Math.min(end, to + left)], false);
    }
    at = end;
  }
  return runs;
}

/** @returns number of added rows */
function add(runs: RowRun[], rows: readonly Row[], [start, end]: [number, number], isFolded: boolean): number {
  if (end > start) runs.push({ start, rows: rows.slice(start, end), isFolded });
  return end - start;
}

/** The end of the run of equal, or of other rows. */
function endOfRun(rows: readonly Row[], start: number): number {
  let end = start + 1;
  while (end < rows.length && isEqual(rows[end]) === isEqual(rows[start])) end++;
  return end;
}

/** Equal except indentation; a line around a block is not. */
function isEqual(row: Row | undefined): boolean {
  if (row === undefined || row.around) return false;
  return row.same || (isUnmarked(row.left) && isUnmarked(row.right));
}

function isUnmarked(side: Row['left']): boolean {
  return side?.pieces.every(({ mark }) => mark === undefined) ?? false;
}
