import { visibleControls } from '@analyzer/contracts/controls';
import { fitted, MONO, type Size, unit } from '../canvas.ts';
import type { Theme } from '../theme.ts';
import { inksOf } from '../themed.ts';

export interface MatrixEdge {
  row: number;
  column: number;
  line: number;
  cut: boolean;
}

export interface Grid {
  /** Width of the names on the left, height of the numbers at the top. */
  names: number;
  head: number;
  cell: number;
  count: number;
  height: number;
}

const MIN_LABELLED = 11;

/** Approximate width of a letter. */
const LETTER = 7.2;

/** @param space the cells fill its height, or its width if they would be too small for labels */
export function gridOf(available: Size, names: readonly string[]): Grid {
  const count = names.length;
  const longest = Math.max(...names.map((name) => name.length)) + 6;
  const scale = unit();
  const labels = Math.min(longest * LETTER * scale, Math.max(90, available.width * 0.34));
  const widest = (available.width - labels - 8) / count;
  const labelled = widest >= MIN_LABELLED * scale;
  const cell = Math.min(
    24 * scale,
    labelled ? Math.max(MIN_LABELLED * scale, available.height / count) : available.height / count,
    widest,
  );
  const head = labelled ? 22 * scale : 6;
  return { names: labelled ? labels : 2, head, cell, count, height: Math.ceil(head + cell * count + 6) };
}

interface Picture {
  grid: Grid;
  paths: readonly string[];
  edges: readonly MatrixEdge[];
  at: { row: number; column: number } | undefined;
  theme: Theme;
}

export function drawDependencies(context: CanvasRenderingContext2D, { grid, paths, edges, at, theme }: Picture): void {
  const inks = inksOf(theme);
  const { names, head, cell, count } = grid;
  const side = cell * count;
  if (at !== undefined) {
    context.fillStyle = inks.line;
    context.globalAlpha = 0.7;
    context.fillRect(names, head + at.row * cell, side, cell);
    if (at.column >= 0) context.fillRect(names + at.column * cell, head, cell, side);
    context.globalAlpha = 1;
  }
  context.strokeStyle = inks.line;
  context.strokeRect(names + 0.5, head + 0.5, side, side);
  context.fillStyle = inks.line;
  for (let i = 0; i < count; i++) context.fillRect(names + i * cell, head + i * cell, cell, cell);
  const gap = cell > 6 ? 1.5 : 0;
  for (const { row, column, cut } of [...edges].sort((a, b) => Number(a.cut) - Number(b.cut))) {
    const reach = cut && cell < 5 ? 1.5 : 0;
    context.fillStyle = cut ? inks.cut : inks.mark;
    context.fillRect(
      names + column * cell + gap - reach,
      head + row * cell + gap - reach,
      cell - 2 * gap + 2 * reach,
      cell - 2 * gap + 2 * reach,
    );
  }
  if (cell >= MIN_LABELLED * unit()) drawLabels(context, { grid, paths, edges, at, theme });
}

function drawLabels(context: CanvasRenderingContext2D, { grid, paths, at, theme }: Picture): void {
  const inks = inksOf(theme);
  const { names, head, cell } = grid;
  context.font = `${Math.min(12 * unit(), cell - 1)}px ${MONO}`;
  context.textBaseline = 'middle';
  paths.forEach((path, i) => {
    context.fillStyle = at?.row === i ? inks.accent : inks.ink;
    context.textAlign = 'right';
    context.fillText(fromEnd(context, `${path}  ${i + 1}`, names - 8), names - 8, head + (i + 0.5) * cell);
    context.fillStyle = at?.column === i ? inks.accent : inks.faint;
    context.textAlign = 'center';
    if (cell >= 16 * unit() || i % 2 === 0) context.fillText(String(i + 1), names + (i + 0.5) * cell, head / 2);
  });
}

/** Shortens at the start: the end of a path is more informative. */
function fromEnd(context: CanvasRenderingContext2D, shown: string, width: number): string {
  const text = visibleControls(shown);
  if (context.measureText(text).width <= width) return text;
  const reversed = fitted(context, [...text].reverse().join(''), width);
  return [...reversed].reverse().join('');
}
