import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { hashOf, type Route } from '../../model/route.ts';
import { count } from '../../model/words.ts';
import { type Size, useDrawing, useSize } from '../canvas.ts';
import { go } from '../here.ts';
import { useAtlas } from '../knowledge.ts';
import { CHOSEN, Chosen } from '../parts/chosen.tsx';
import { useDrawnTheme } from '../themed.ts';
import { type Cell, cellAt, drawMatrix, measure } from './draw-matrix.ts';

/** Groups in rows, projects in columns. */
export function Matrix({ groups }: { groups: readonly MapGroup[] }): JSX.Element {
  const atlas = useAtlas();
  const theme = useDrawnTheme();
  const [box, size] = useSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const [cell, setCell] = useState<Cell>();
  const projects = useMemo(() => columnsOf(groups), [groups]);
  const layout = measure(size?.width ?? 800, groups.length, projects.length);
  const labels = projects.map((project) => atlas.shortLabel(project));
  const canvas = useDrawing(
    size,
    (context, area: Size) => drawMatrix(context, area, { groups, projects, labels, layout, offset, cell, theme }),
    [groups, projects, offset, cell, theme],
  );
  const routeOf = (group: MapGroup): Route => ({ view: 'group', id: group.id, left: 0, right: 1 });
  const at = (element: HTMLElement, event: MouseEvent): Cell | undefined => {
    const { left, top } = element.getBoundingClientRect();
    return cellAt(layout, offset, event.clientX - left, event.clientY - top);
  };
  const open = (chosen: Cell | undefined): void => {
    const group = chosen === undefined ? undefined : groups[chosen.row];
    if (group !== undefined) go(routeOf(group));
  };
  const move = (right: number, down: number): void => {
    const next = {
      row: Math.min(groups.length - 1, Math.max(0, (cell?.row ?? -1) + down)),
      column: Math.min(projects.length - 1, Math.max(0, (cell?.column ?? 0) + right)),
    };
    setCell(next);
    const { current } = scroller;
    const y = layout.head + next.row * layout.row;
    if (current === null || size === undefined) return;
    if (y - layout.head < current.scrollTop) current.scrollTop = y - layout.head;
    else if (y + layout.row > current.scrollTop + size.height) current.scrollTop = y + layout.row - size.height;
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(0, 1);
    else if (event.key === 'ArrowUp') move(0, -1);
    else if (event.key === 'ArrowRight') move(1, 0);
    else if (event.key === 'ArrowLeft') move(-1, 0);
    else if (event.key === 'Enter') open(cell);
    else return;
    event.preventDefault();
  };
  const words = wordsOf(
    cell,
    groups,
    projects,
    projects.map((project) => atlas.label(project)),
  );
  return (
    <>
      <div class="matrix" ref={box}>
        <div
          class="scroller"
          ref={scroller}
          role="listbox"
          tabIndex={0}
          aria-label="Groups in rows, projects in columns"
          aria-activedescendant={words === '' ? undefined : CHOSEN}
          onScroll={(event) => setOffset({ x: event.currentTarget.scrollLeft, y: event.currentTarget.scrollTop })}
          onPointerMove={(event) => setCell(at(event.currentTarget, event))}
          onPointerLeave={() => setCell(undefined)}
          onClick={(event) => open(at(event.currentTarget, event))}
          onKeyDown={key}
        >
          <canvas ref={canvas} />
          <Chosen words={words} />
          <div class="spacer" style={{ width: `${layout.width}px`, height: `${layout.height}px` }} />
        </div>
      </div>
      <p class="matrix-words">
        {words === ''
          ? 'A stronger color means more copies. Point at a square, or use the arrow keys; Enter opens the group.'
          : words}
      </p>
      <div class="for-reader">
        <table>
          <caption>Groups and the projects that share them</caption>
          <tbody>
            {groups.map((group) => (
              <tr key={group.id}>
                <th scope="row">
                  <a href={hashOf(routeOf(group))} tabIndex={-1}>
                    {group.names.join(', ')}
                  </a>
                </th>
                <td>
                  {group.projects.project
                    .map((p, i) => `${atlas.label(p)} ${group.projects.occurrences[i]}`)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Projects with a group, those with most groups first. */
function columnsOf(groups: readonly MapGroup[]): number[] {
  const counts = new Map<number, number>();
  for (const project of groups.flatMap((group) => group.projects.project)) {
    counts.set(project, (counts.get(project) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([project]) => project);
}

function wordsOf(
  cell: Cell | undefined,
  groups: readonly MapGroup[],
  projects: readonly number[],
  labels: readonly string[],
): string {
  const group = groups[cell?.row ?? -1];
  if (cell === undefined || group === undefined) return '';
  const name = group.names.join(', ');
  const at = group.projects.project.indexOf(projects[cell.column] ?? -1);
  const copies = group.projects.occurrences[at] ?? 0;
  const label = labels[cell.column];
  if (label === undefined) return `${name}: ${count(group.occurrence_count, 'copy', 'copies')}`;
  return copies === 0 ? `${name}: not in ${label}` : `${name}: ${count(copies, 'copy', 'copies')} in ${label}`;
}
