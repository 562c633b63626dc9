import type { MapCycle } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useDrawing, useSize } from '../canvas.ts';
import { CHOSEN, Chosen } from '../parts/chosen.tsx';
import { useDrawnTheme } from '../themed.ts';
import { drawDependencies, type Grid, gridOf, type MatrixEdge } from './draw-dependencies.ts';

interface At {
  row: number;
  column: number;
}

interface Props {
  cycle: MapCycle;
  order: readonly number[];
  /** By index in the cycle's files. */
  names: readonly string[];
}

/**
 * A dependency structure matrix: a mark in row A, column B means that A imports B. The files are ordered so that all
 * marks except the imports to cut are below the diagonal.
 */
export function DependencyMatrix({ cycle, order, names }: Props): JSX.Element {
  const theme = useDrawnTheme();
  const [box, size] = useSize<HTMLDivElement>();
  const [at, setAt] = useState<At>();
  const paths = useMemo(() => order.map((index) => names[index] ?? ''), [cycle]);
  const edges = useMemo(() => matrixEdges(cycle, order), [cycle]);
  const grid: Grid = gridOf({ width: size?.width ?? 600, height: Math.max(420, innerHeight - 300) }, paths);
  const area = size === undefined ? undefined : { width: size.width, height: grid.height };
  const canvas = useDrawing(area, (context) => drawDependencies(context, { grid, paths, edges, at, theme }), [
    cycle,
    at,
    theme,
  ]);
  const index = (element: HTMLElement, event: MouseEvent): At | undefined => {
    const { left, top } = element.getBoundingClientRect();
    const column = Math.floor((event.clientX - left - grid.names) / grid.cell);
    const row = Math.floor((event.clientY - top - grid.head) / grid.cell);
    return row >= 0 && row < order.length && column >= -1 && column < order.length ? { row, column } : undefined;
  };
  const move = (down: number, right: number): void =>
    setAt((old) => ({
      row: within((old?.row ?? -1) + down, order.length),
      column: within((old?.column ?? 0) + right, order.length),
    }));
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(1, 0);
    else if (event.key === 'ArrowUp') move(-1, 0);
    else if (event.key === 'ArrowRight') move(0, 1);
    else if (event.key === 'ArrowLeft') move(0, -1);
    else return;
    event.preventDefault();
  };
  const found = at === undefined ? undefined : edges.find((edge) => edge.row === at.row && edge.column === at.column);
  const said = at === undefined ? '' : words(at, paths, found);
  return (
    <>
      <div
        class="dependencies"
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label="Dependency matrix: a row's file imports a column's file. The imports to cut are listed after it"
        aria-activedescendant={said === '' ? undefined : CHOSEN}
        style={{ height: `${grid.height}px` }}
        onPointerMove={(event) => setAt(index(event.currentTarget, event))}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={key}
      >
        <canvas ref={canvas} />
        <Chosen words={said} />
      </div>
      <p class="matrix-words">
        {at === undefined ? (
          <>
            A mark in a row: that file imports the column’s file. <span class="cut-key" /> imports to cut lie above the
            diagonal.
          </>
        ) : (
          said
        )}
      </p>
    </>
  );
}

function words(at: At, paths: readonly string[], found: MatrixEdge | undefined): string {
  const row = paths[at.row] ?? '';
  if (at.column < 0 || at.row === at.column) return row;
  const verb = found === undefined ? 'does not import' : found.cut ? 'imports, and should not,' : 'imports';
  return `${row} ${verb} ${paths[at.column] ?? ''}${found === undefined ? '' : ` (line ${found.line})`}`;
}

function within(value: number, length: number): number {
  return Math.min(length - 1, Math.max(0, value));
}

function matrixEdges(cycle: MapCycle, order: readonly number[]): MatrixEdge[] {
  const indices = new Map(order.map((file, index) => [file, index]));
  const cut = new Set(cycle.cut);
  return cycle.edges.from.map((from, edge) => ({
    row: indices.get(from) ?? 0,
    column: indices.get(cycle.edges.to[edge] ?? 0) ?? 0,
    line: cycle.edges.line[edge] ?? 0,
    cut: cut.has(edge),
  }));
}
