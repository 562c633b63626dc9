/** A list of rows of equal height, one of which may be open and taller, and its visible part. Lengths in pixels. */
export interface ListMetrics {
  count: number;
  row: number;
  /** Index of the open row; -1 if none. */
  open: number;
  /** Height of the details below the open row. */
  details: number;
  /** Distance of the list's top edge above the window. */
  top: number;
  height: number;
}

/** Rows in `[from, to)`, and the heights of the rows before and after them. */
export interface Window {
  from: number;
  to: number;
  before: number;
  after: number;
}

/** Additional rows outside the window, for scrolling and the keyboard. */
const BEYOND = 8;

/** Computes the rows to render. */
export function windowOf(metrics: ListMetrics): Window {
  const { count, top, height } = metrics;
  const from = Math.max(0, Math.min(count, rowAt(metrics, top)) - BEYOND);
  const to = Math.max(from, Math.min(count, rowAt(metrics, top + height) + 1 + BEYOND));
  return { from, to, before: topOf(metrics, from), after: topOf(metrics, count) - topOf(metrics, to) };
}

/** Top edge of a row. */
export function topOf({ row, open, details }: ListMetrics, index: number): number {
  return index * row + (open >= 0 && index > open ? details : 0);
}

function rowAt({ row, open, details }: ListMetrics, y: number): number {
  const opened = (open + 1) * row;
  if (open < 0 || y < opened) return Math.max(0, Math.floor(y / row));
  return Math.max(open, Math.floor((y - details) / row));
}
