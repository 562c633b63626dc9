import type { ParseMode } from '@analyzer/core/parse/engine.ts';

/** Source that nests or chains one construct: `before`, `open` n times, `middle`, `close` n times, `after`. */
export interface Shape {
  mode: ParseMode;
  name: string;
  before: string;
  open: string;
  middle: string;
  close: string;
  after: string;
}

/** `[name, open, middle, close]` and, if the construct needs an enclosing one, `before` and `after`. */
export type ShapeRow = [name: string, open: string, middle: string, close: string, before?: string, after?: string];

export function shapes(mode: ParseMode, rows: readonly ShapeRow[]): Shape[] {
  return rows.map(([name, open, middle, close, before = '', after = '']) => {
    return { mode, name, before, open, middle, close, after };
  });
}

/** The complete source, or truncated in the middle, as after a crash. */
export function shapeText(shape: Shape, depth: number, whole: boolean): string {
  const beginning = shape.before + shape.open.repeat(depth) + shape.middle;
  return whole ? beginning + shape.close.repeat(depth) + shape.after : beginning;
}
