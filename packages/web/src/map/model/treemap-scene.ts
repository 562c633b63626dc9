import type { Atlas, Counted } from './atlas.ts';
import { type Rect, squarify } from './treemap.ts';

/** The item of a rectangle. */
export type Item = { kind: 'project' | 'directory'; directory: number } | { kind: 'file'; file: number };

export interface Tile extends Rect {
  item: Item;
  label: string;
  /** Nested directories that contain almost all of their parent, named in one header. */
  trail: string;
  lines: number;
  repeated: number;
  /** Lines of which `repeated` are a share. */
  measured: number;
  /** 0 for direct children of the shown item. */
  depth: number;
  /** Height of the header with the label of a project or directory; 0 for none. */
  header: number;
  /** Drawn as one area: a file, or a directory too small to subdivide. */
  leaf: boolean;
}

export interface SceneSize {
  width: number;
  height: number;
  /** Scale factor of fonts. */
  unit: number;
}

const PROJECT_HEADER = 20;
const DIRECTORY_HEADER = 15;
/** A directory with fewer pixels of width or height is one area. */
const MIN_SIDE = 6;
/** A directory with at least this share of its parent's lines is named in the parent's header. */
const ALL_BUT_NOTHING = 0.97;

/**
 * Lays out the content of one directory, or all projects.
 *
 * Children are ordered by lines, ties in the order of the data: the same data always gives the same picture.
 *
 * @param top directory to show, undefined for all projects
 * @returns tiles, every one after its parent
 */
export function scene(atlas: Atlas, top: number | undefined, size: SceneSize, counted: Counted): Tile[] {
  const area = { x: 0, y: 0, width: size.width, height: size.height };
  const tiles: Tile[] = [];
  const items = top === undefined ? projectItems(atlas, counted) : itemsBelow(atlas, top, counted);
  const queue: Level[] = [{ items, area, depth: 0, named: undefined }];
  for (let at = 0; at < queue.length; at++) {
    const next = queue[at];
    if (next === undefined) break;
    const rects = squarify(
      next.items.map((item) => item.lines),
      next.area,
    );
    next.items.forEach((weighted, i) => {
      const rect = rects[i];
      if (rect === undefined) return;
      const tile = tileOf(weighted, rect, next.depth, size.unit);
      tiles.push(tile);
      if (tile.leaf || weighted.item.kind === 'file') return;
      const joins = next.named !== undefined && weighted.lines >= ALL_BUT_NOTHING * next.named.lines;
      if (joins && next.named !== undefined) {
        next.named.trail += `/${tile.label}`;
        tile.header = 0;
      }
      const named = joins ? next.named : tile.header > 0 ? tile : undefined;
      const below = itemsBelow(atlas, weighted.item.directory, counted);
      queue.push({ items: below, area: inside(tile), depth: next.depth + 1, named });
    });
  }
  return tiles;
}

interface Level {
  items: Weighted[];
  area: Rect;
  depth: number;
  /** The tile whose header names the parent of the items. */
  named: Tile | undefined;
}

export interface Weighted {
  item: Item;
  label: string;
  lines: number;
  repeated: number;
  /** Lines of which `repeated` are a share. */
  measured: number;
}

export function projectItems(atlas: Atlas, counted: Counted): Weighted[] {
  const { tree } = atlas;
  return tree.roots
    .map((directory, project) => {
      return directoryItem(atlas, { directory, label: atlas.shortLabel(project), kind: 'project' }, counted);
    })
    .filter((item) => item.lines > 0)
    .sort(heaviestFirst);
}

/** Direct children of a directory; chains of single directories are one item. */
export function itemsBelow(atlas: Atlas, directory: number, counted: Counted): Weighted[] {
  const { files } = atlas.data;
  const items: Weighted[] = [];
  for (const child of atlas.tree.childrenOf(directory)) {
    const shown = atlas.tree.collapsed(child);
    items.push(directoryItem(atlas, { ...shown, kind: 'directory' }, counted));
  }
  for (const file of atlas.tree.filesOf(directory)) {
    items.push({
      item: { kind: 'file', file },
      label: files.name[file] ?? '',
      lines: files.lines[file] ?? 0,
      repeated: atlas.tree.repeatedIn(file, counted),
      measured: atlas.tree.measuredIn(file, counted),
    });
  }
  return items.filter((item) => item.lines > 0).sort(heaviestFirst);
}

function directoryItem(
  { tree }: Atlas,
  { directory, label, kind }: { directory: number; label: string; kind: 'project' | 'directory' },
  counted: Counted,
): Weighted {
  return {
    item: { kind, directory },
    label,
    lines: tree.lines[directory] ?? 0,
    repeated: tree.repeated[counted][directory] ?? 0,
    measured: tree.measured[counted][directory] ?? 0,
  };
}

function heaviestFirst(a: Weighted, b: Weighted): number {
  return b.lines - a.lines;
}

function tileOf(weighted: Weighted, rect: Rect, depth: number, unit: number): Tile {
  const { kind } = weighted.item;
  const small = rect.width < MIN_SIDE || rect.height < MIN_SIDE;
  const hasHeader = rect.width > 44 * unit && rect.height > 34 * unit;
  const header = kind === 'file' || !hasHeader ? 0 : unit * (kind === 'project' ? PROJECT_HEADER : DIRECTORY_HEADER);
  const { x, y, width, height } = rect;
  const { item, label, lines, repeated, measured } = weighted;
  // Without spread, which takes a fifth of a second for twenty thousand items.
  const leaf = kind === 'file' || small;
  return { x, y, width, height, item, label, trail: '', lines, repeated, measured, depth, header, leaf };
}

/** The area for children: below the header, with a thin border. */
function inside(tile: Tile): Rect {
  const gap = tile.item.kind === 'project' ? 2 : 1;
  return {
    x: tile.x + gap,
    y: tile.y + (tile.header === 0 ? gap : tile.header),
    width: Math.max(0, tile.width - 2 * gap),
    height: Math.max(0, tile.height - (tile.header === 0 ? 2 * gap : tile.header + gap)),
  };
}

/** The innermost tile at a point. */
export function tileAt(tiles: readonly Tile[], x: number, y: number): Tile | undefined {
  return tiles.findLast((tile) => x >= tile.x && y >= tile.y && x < tile.x + tile.width && y < tile.y + tile.height);
}
