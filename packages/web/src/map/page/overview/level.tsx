import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Atlas } from '../../model/atlas.ts';
import { hashOf, type Route } from '../../model/route.ts';
import { type Item, itemsBelow, projectItems, type Weighted } from '../../model/treemap-scene.ts';
import { count, number, percent, share, short } from '../../model/words.ts';
import { useCounted } from '../counted.ts';
import { useAtlas } from '../knowledge.ts';
import { ShareBar } from '../parts/share-bar.tsx';

type Order = 'repeated' | 'lines';

const FIRST = 14;

/** The items of the treemap one level down, as a table for keyboard and screen readers. */
export function Level({ top, routeOf }: { top: number | undefined; routeOf: (item: Item) => Route }): JSX.Element {
  const atlas = useAtlas();
  const [order, setOrder] = useState<Order>('repeated');
  const [all, setAll] = useState(false);
  const counted = useCounted();
  const items = useMemo(
    () => sorted(top === undefined ? projectItems(atlas, counted) : itemsBelow(atlas, top, counted), order),
    [top, order, counted],
  );
  const shown = all ? items : items.slice(0, FIRST);
  const heading = (name: Order, words: string): JSX.Element => (
    <th scope="col" aria-sort={order === name ? 'descending' : 'none'}>
      <button type="button" onClick={() => setOrder(name)}>
        {words}
      </button>
    </th>
  );
  return (
    <section>
      <h2 class="quiet">{top === undefined ? 'Projects' : 'In this directory'}</h2>
      {items.length === 0 ? <p class="none">This directory has no lines.</p> : null}
      <table class="level">
        <thead>
          <tr>
            <th scope="col">Name</th>
            {heading('repeated', 'Repeated lines')}
            {heading('lines', 'Lines')}
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <tr key={keyOf(item)}>
              <th scope="row">
                <a href={hashOf(routeOf(item.item))} title={titleOf(item, atlas)}>
                  {item.label}
                  {item.item.kind === 'directory' ? '/' : ''}
                </a>
              </th>
              <td title={`${number(item.repeated)} lines`}>
                <span class="percent">{percent(share(item.repeated, item.measured))}</span>
                <ShareBar share={share(item.repeated, item.measured)} />
                {short(item.repeated)}
              </td>
              <td title={`${number(parsedLines(item, atlas))} lines`}>{short(parsedLines(item, atlas))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > shown.length ? (
        <button type="button" class="more" onClick={() => setAll(true)}>
          Show {count(items.length - shown.length, 'more', 'more')}
        </button>
      ) : null}
    </section>
  );
}

function titleOf({ item, label }: Weighted, atlas: Atlas): string {
  return item.kind === 'project' ? atlas.label(atlas.data.directories.project[item.directory] ?? 0) : label;
}

/** As the headline counts them: those of a folder without its files that are not parsed. */
function parsedLines({ item, lines }: Weighted, { tree }: Atlas): number {
  return item.kind === 'file' ? lines : (tree.measured.exact[item.directory] ?? 0);
}

function keyOf({ item }: Weighted): string {
  return item.kind === 'file' ? `f${item.file}` : `d${item.directory}`;
}

function sorted(items: Weighted[], order: Order): Weighted[] {
  return [...items].sort((a, b) => b[order] - a[order] || b.lines - a.lines);
}
