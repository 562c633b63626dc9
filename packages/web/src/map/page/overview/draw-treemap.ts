import { CELL_INKS, colorOfShare, css, inkOn } from '../../model/color-scale.ts';
import type { Tile } from '../../model/treemap-scene.ts';
import { share } from '../../model/words.ts';
import { fitted, SANS, type Size, unit } from '../canvas.ts';
import type { Theme } from '../theme.ts';
import { inksOf } from '../themed.ts';

/** Paints the tiles, parents before children. */
export function drawTreemap(
  context: CanvasRenderingContext2D,
  size: Size,
  tiles: readonly Tile[],
  unread: (tile: Tile) => boolean,
  theme: Theme,
): void {
  const inks = inksOf(theme);
  const scale = unit();
  context.fillStyle = inks.paper;
  context.fillRect(0, 0, size.width, size.height);
  context.textBaseline = 'middle';
  const hatch = hatching(context, theme);
  for (const tile of tiles) {
    if (tile.leaf) drawLeaf(context, tile, unread(tile) ? hatch : undefined, theme, scale);
    else drawHolder(context, tile, theme, scale);
  }
}

function drawLeaf(
  context: CanvasRenderingContext2D,
  tile: Tile,
  hatch: CanvasPattern | undefined,
  theme: Theme,
  scale: number,
): void {
  const color = colorOfShare(share(tile.repeated, tile.measured), theme);
  const gap = tile.width > 3 && tile.height > 3 ? 0.5 : 0;
  context.fillStyle = hatch ?? css(color);
  context.fillRect(tile.x + gap, tile.y + gap, tile.width - 2 * gap, tile.height - 2 * gap);
  if (tile.width < 42 * scale || tile.height < 15 * scale) return;
  context.font = `${11 * scale}px ${SANS}`;
  context.fillStyle = hatch === undefined ? CELL_INKS[inkOn(color)] : inksOf(theme).faint;
  context.fillText(
    fitted(context, tile.label, tile.width - 8),
    tile.x + 4,
    tile.y + Math.min(10 * scale, tile.height / 2),
  );
}

function drawHolder(context: CanvasRenderingContext2D, tile: Tile, theme: Theme, scale: number): void {
  const inks = inksOf(theme);
  const project = tile.item.kind === 'project';
  context.fillStyle = inks.line;
  context.fillRect(tile.x, tile.y, tile.width, tile.height);
  context.fillStyle = inks.paper;
  const edge = project ? 1 : 0.5;
  context.fillRect(tile.x + edge, tile.y + edge, tile.width - 2 * edge, tile.height - 2 * edge);
  if (tile.header === 0) return;
  const middle = tile.y + tile.header / 2 + 0.5;
  context.font = project ? `600 ${12.5 * scale}px ${SANS}` : `${11 * scale}px ${SANS}`;
  context.fillStyle = project ? inks.ink : inks.faint;
  const label = fitted(context, project ? tile.label : `${tile.label}${tile.trail}`, tile.width - 10);
  context.fillText(label, tile.x + 5, middle);
  if (!project || tile.trail === '') return;
  const after = context.measureText(label).width + 12 * scale;
  context.font = `${11 * scale}px ${SANS}`;
  context.fillStyle = inks.faint;
  context.fillText(fitted(context, tile.trail.slice(1), tile.width - after - 8), tile.x + after, middle);
}

/** For files that were not parsed: their repeats are unknown. */
function hatching(context: CanvasRenderingContext2D, theme: Theme): CanvasPattern | undefined {
  const tile = document.createElement('canvas');
  tile.width = 6;
  tile.height = 6;
  const brush = tile.getContext('2d');
  if (brush === null) return undefined;
  brush.fillStyle = inksOf(theme).paper;
  brush.fillRect(0, 0, 6, 6);
  brush.strokeStyle = inksOf(theme).line;
  brush.lineWidth = 1.4;
  brush.beginPath();
  for (const shift of [-6, 0, 6]) {
    brush.moveTo(shift, 6);
    brush.lineTo(shift + 6, 0);
  }
  brush.stroke();
  return context.createPattern(tile, 'repeat') ?? undefined;
}

/** The frame around the tile at the pointer or the keyboard focus. */
export function drawFrame(context: CanvasRenderingContext2D, tile: Tile, theme: Theme): void {
  const inks = inksOf(theme);
  context.strokeStyle = inks.paper;
  context.lineWidth = 4;
  context.strokeRect(tile.x + 1, tile.y + 1, tile.width - 2, tile.height - 2);
  context.strokeStyle = inks.accent;
  context.lineWidth = 2;
  context.strokeRect(tile.x + 1, tile.y + 1, tile.width - 2, tile.height - 2);
}
