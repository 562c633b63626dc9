import type { MapGroup } from '@analyzer/contracts/pages/map';
import { CELL_INKS, colorOfShare, css, inkOn } from '../../model/color-scale.ts';
import { short } from '../../model/words.ts';
import { fitted, MONO, SANS, type Size, unit } from '../canvas.ts';
import type { Theme } from '../theme.ts';
import { inksOf } from '../themed.ts';

export interface Cell {
  row: number;
  column: number;
}

export interface MatrixLayout {
  /** Width of the names on the left and height of the labels at the top. */
  names: number;
  head: number;
  row: number;
  column: number;
  /** Size of the complete matrix. */
  width: number;
  height: number;
}

const ROW = 22;
/** Least width of a cell with a number. */
const NUMBERED = 24;
const SLANT = 26;

/** @param space available width */
export function measure(available: number, rows: number, columns: number): MatrixLayout {
  const scale = unit();
  const names = Math.round(Math.min(300 * scale, Math.max(120, available * 0.3)));
  const head = 118 * scale;
  const row = ROW * scale;
  const beyond = 80 * scale;
  const column = Math.min(46 * scale, Math.max(20, Math.floor((available - names - beyond) / Math.max(1, columns))));
  return { names, head, row, column, width: names + columns * column + beyond, height: head + rows * row + 8 };
}

/** The cell under a point of the visible part; a point on the names is column -1. */
export function cellAt(layout: MatrixLayout, offset: { x: number; y: number }, x: number, y: number): Cell | undefined {
  if (y < layout.head) return undefined;
  const column = x < layout.names ? -1 : Math.floor((x + offset.x - layout.names) / layout.column);
  return { row: Math.floor((y + offset.y - layout.head) / layout.row), column };
}

export interface MatrixPicture {
  groups: readonly MapGroup[];
  projects: readonly number[];
  labels: readonly string[];
  layout: MatrixLayout;
  offset: { x: number; y: number };
  cell: Cell | undefined;
  theme: Theme;
}

/** Paints the visible part. */
export function drawMatrix(context: CanvasRenderingContext2D, size: Size, picture: MatrixPicture): void {
  const { groups, projects, layout, offset, cell, theme } = picture;
  const inks = inksOf(theme);
  const first = Math.max(0, Math.floor(offset.y / layout.row));
  const last = Math.min(groups.length, Math.ceil((offset.y + size.height - layout.head) / layout.row) + 1);
  const columns = new Map(projects.map((project, column) => [project, column]));
  const scale = unit();
  context.font = `${11 * scale}px ${SANS}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (let row = first; row < last; row++) {
    const group = groups[row];
    if (group === undefined) continue;
    const y = layout.head + row * layout.row - offset.y;
    context.fillStyle = inks.line;
    context.globalAlpha = row === cell?.row ? 1 : 0.35;
    context.fillRect(layout.names, y + layout.row - 1, size.width, 1);
    context.globalAlpha = 1;
    group.projects.project.forEach((project, i) => {
      const x = layout.names + (columns.get(project) ?? 0) * layout.column - offset.x;
      const copies = group.projects.occurrences[i] ?? 0;
      const color = colorOfShare(strength(copies), theme);
      context.fillStyle = css(color);
      context.fillRect(x + 1, y + 2, layout.column - 2, layout.row - 5);
      if (layout.column < NUMBERED * scale) return;
      context.fillStyle = CELL_INKS[inkOn(color)];
      context.fillText(short(copies), x + layout.column / 2, y + layout.row / 2);
    });
  }
  drawNames(context, size, picture, first, last);
  drawHeader(context, size, picture);
}

/** One copy is visible, ten are dark. */
function strength(copies: number): number {
  return Math.min(1, 0.18 + Math.log10(copies) * 0.7);
}

function drawNames(
  context: CanvasRenderingContext2D,
  size: Size,
  picture: MatrixPicture,
  first: number,
  last: number,
): void {
  const { groups, layout, offset, cell, theme } = picture;
  const inks = inksOf(theme);
  context.fillStyle = inks.paper;
  context.fillRect(0, layout.head, layout.names - 6, size.height);
  context.font = `${12 * unit()}px ${MONO}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (let row = first; row < last; row++) {
    const y = layout.head + row * layout.row - offset.y + layout.row / 2 - 1;
    context.fillStyle = row === cell?.row ? inks.accent : inks.ink;
    const group = groups[row];
    if (group !== undefined) context.fillText(fitted(context, group.names.join(', '), layout.names - 16), 2, y);
  }
}

function drawHeader(context: CanvasRenderingContext2D, size: Size, picture: MatrixPicture): void {
  const { labels, layout, offset, cell, theme } = picture;
  const inks = inksOf(theme);
  context.fillStyle = inks.paper;
  context.fillRect(0, 0, size.width, layout.head - 4);
  context.fillStyle = inks.line;
  context.fillRect(0, layout.head - 4, size.width, 1);
  context.save();
  context.beginPath();
  context.rect(layout.names - SLANT, 0, size.width, layout.head - 4);
  context.clip();
  context.font = `${12 * unit()}px ${SANS}`;
  context.textAlign = 'left';
  labels.forEach((label, column) => {
    const x = layout.names + (column + 0.5) * layout.column - offset.x;
    if (x < layout.names - 10 || x > size.width + layout.head) return;
    context.save();
    context.translate(x, layout.head - 12);
    context.rotate(-Math.PI / 3.2);
    context.fillStyle = column === cell?.column ? inks.accent : inks.faint;
    context.fillText(fitted(context, label, layout.head + 4), 0, 0);
    context.restore();
  });
  context.restore();
}
