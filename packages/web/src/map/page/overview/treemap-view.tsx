import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Item, scene, type Tile, tileAt } from '../../model/treemap-scene.ts';
import { count, percent, share } from '../../model/words.ts';
import { unit, useDrawing, useSize } from '../canvas.ts';
import { useCounted } from '../counted.ts';
import { go } from '../here.ts';
import { useAtlas } from '../knowledge.ts';
import { CHOSEN, Chosen } from '../parts/chosen.tsx';
import { useDrawnTheme } from '../themed.ts';
import { drawFrame, drawTreemap } from './draw-treemap.ts';

interface Pointed {
  tile: Tile;
  /** Undefined if focused by keyboard. */
  at?: { x: number; y: number };
}

/**
 * The treemap. A click opens the child at the pointer.
 *
 * @param top directory to show, undefined for all projects
 */
export function Treemap({ top, open }: { top: number | undefined; open: (item: Item) => void }): JSX.Element {
  const atlas = useAtlas();
  const theme = useDrawnTheme();
  const [box, size] = useSize<HTMLDivElement>();
  const counted = useCounted();
  const tiles = useMemo(
    () => (size === undefined ? [] : scene(atlas, top, { ...size, unit: unit() }, counted)),
    [size, top, counted],
  );
  const [pointed, setPointed] = useState<Pointed>();
  // A tile has the numbers of its layout.
  useEffect(() => setPointed(undefined), [tiles]);
  const unread = ({ item }: Tile): boolean => item.kind === 'file' && !atlas.tree.isAnalyzed(item.file);
  const canvas = useDrawing(size, (context, area) => drawTreemap(context, area, tiles, unread, theme), [tiles, theme]);
  const frame = useDrawing(size, (context) => pointed && drawFrame(context, pointed.tile, theme), [pointed, theme]);
  const firstLevel = tiles.filter((tile) => tile.depth === 0);

  const point = (element: HTMLElement, event: MouseEvent): void => {
    const at = positionIn(element, event);
    const tile = tileAt(tiles, at.x, at.y);
    setPointed(tile === undefined ? undefined : { tile, at });
  };
  const enter = (tile: Tile | undefined): void => {
    if (tile === undefined) return;
    setPointed(undefined);
    open(tile.item);
  };
  const click = (element: HTMLElement, event: MouseEvent): void => {
    const { x, y } = positionIn(element, event);
    enter(firstLevel.find((tile) => tileAt([tile], x, y) !== undefined));
  };
  const key = (event: KeyboardEvent): void => {
    const at = pointed === undefined ? -1 : firstLevel.indexOf(pointed.tile);
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown')
      select(firstLevel[Math.min(at + 1, firstLevel.length - 1)]);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') select(firstLevel[Math.max(at - 1, 0)]);
    else if (event.key === 'Enter') enter(firstLevel[at]);
    else if (event.key === 'Escape' || event.key === 'Backspace') leave();
    else return;
    event.preventDefault();
  };
  const select = (tile: Tile | undefined): void => setPointed(tile === undefined ? undefined : { tile });
  const leave = (): void => {
    if (top === undefined) return;
    const parent = atlas.data.directories.parent[top] ?? -1;
    const project = atlas.label(atlas.data.directories.project[top] ?? 0);
    setPointed(undefined);
    go({
      view: 'overview',
      project: parent < 0 ? '' : project,
      directory: parent < 0 ? '' : atlas.tree.directoryPath(parent),
    });
  };
  const chosen = pointed?.at === undefined ? pointed?.tile : undefined;
  return (
    <div
      class="treemap"
      ref={box}
      role="listbox"
      aria-label="Map of lines and repeats; the table next to it has the same data"
      aria-activedescendant={chosen === undefined ? undefined : CHOSEN}
      tabIndex={0}
      onPointerMove={(event) => point(event.currentTarget, event)}
      onPointerLeave={() => setPointed(undefined)}
      onClick={(event) => click(event.currentTarget, event)}
      onKeyDown={key}
    >
      <canvas ref={canvas} />
      <canvas ref={frame} />
      {pointed === undefined || size === undefined ? null : <Tip pointed={pointed} width={size.width} />}
      <Chosen words={chosen === undefined ? '' : wordsOf(chosen)} />
    </div>
  );
}

function positionIn(element: HTMLElement, event: MouseEvent): { x: number; y: number } {
  const { left, top } = element.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function wordsOf(tile: Tile): string {
  return `${tile.label}: ${count(tile.lines, 'line')}, ${percent(share(tile.repeated, tile.measured))} repeated`;
}

function Tip({ pointed, width }: { pointed: Pointed; width: number }): JSX.Element {
  const atlas = useAtlas();
  const { tile } = pointed;
  const at = pointed.at ?? { x: tile.x + tile.width / 2, y: tile.y + 12 };
  const right = at.x > width / 2;
  const index = right ? { right: `${width - at.x + 14}px` } : { left: `${at.x + 14}px` };
  const { item } = tile;
  const project =
    item.kind === 'file' ? atlas.projectOf(item.file) : (atlas.data.directories.project[item.directory] ?? 0);
  const path = item.kind === 'file' ? atlas.path(item.file) : atlas.tree.directoryPath(item.directory);
  return (
    <div class="tip" aria-hidden="true" style={{ top: `${at.y + 12}px`, ...index }}>
      <b>{atlas.label(project)}</b>
      {path === '' ? null : <code>{path}</code>}
      <span>
        {count(tile.lines, 'line')} · {percent(share(tile.repeated, tile.measured))} repeated
      </span>
    </div>
  );
}
