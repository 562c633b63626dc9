/** A list of equal rows, one of which may be open and taller, and what of it can be seen. Lengths in pixels. */
export interface Place {
  count: number;
  row: number;
  /** Index of the open row; -1 when none is. */
  open: number;
  /** Height of what is open, below its row. */
  details: number;
  /** How far the list is scrolled behind the upper edge of the window. */
  top: number;
  height: number;
}

/** Rows from `from` up to but without `to`, and the room that the others take before and behind them. */
export interface Window {
  from: number;
  to: number;
  before: number;
  behind: number;
}

/** Rows beyond the edges, so that scrolling and the keyboard find them there already. */
const BEYOND = 8;

/** Which rows have to be there. */
export function windowOf(place: Place): Window {
  const { count, top, height } = place;
  const from = Math.max(0, Math.min(count, rowAt(place, top)) - BEYOND);
  const to = Math.max(from, Math.min(count, rowAt(place, top + height) + 1 + BEYOND));
  return { from, to, before: topOf(place, from), behind: topOf(place, count) - topOf(place, to) };
}

/** Upper edge of a row. */
export function topOf({ row, open, details }: Place, index: number): number {
  return index * row + (open >= 0 && index > open ? details : 0);
}

function rowAt({ row, open, details }: Place, y: number): number {
  const opened = (open + 1) * row;
  if (open < 0 || y < opened) return Math.max(0, Math.floor(y / row));
  return Math.max(open, Math.floor((y - details) / row));
}
