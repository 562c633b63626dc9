import type { JSX } from 'preact';
import type { Graph } from '../../model/atlas.ts';
import type { Layers } from '../../model/layers.ts';
import { nodeRoute, nodeWords } from '../../model/node-route.ts';
import { hashOf } from '../../model/route.ts';
import { count } from '../../model/words.ts';
import { unit, useSize } from '../canvas.ts';
import { useAtlas } from '../knowledge.ts';

/** In CSS pixels at the usual font size. */
const SIZES = { card: 46, pitch: 54, gap: 74, head: 28, widest: 340, furthest: 220 };

interface Props {
  graph: Graph;
  layers: Layers;
  /** One per column. */
  titles: readonly string[];
  /** The highlighted column. */
  middle: number;
  /** Shows nodes beyond the cap, if any. */
  showMore?: (() => void) | undefined;
}

/** Columns of linked cards. In a narrow window the columns are stacked. */
export function LayeredDiagram({ graph, layers, titles, middle, showMore }: Props): JSX.Element {
  const [box, size] = useSize<HTMLDivElement>();
  const { columns, edges } = layers;
  const atlas = useAtlas();
  const projects = columns.flatMap((column) => column.nodes.map((node) => nodeWords(atlas, graph, node).project));
  const several = new Set(projects).size > 1;
  const rows = Math.max(...columns.map((column) => column.nodes.length + (column.more > 0 ? 1 : 0)), 1);
  const scale = unit();
  const [card, pitch, head] = [SIZES.card * scale, SIZES.pitch * scale, SIZES.head * scale];
  const height = head + rows * pitch;
  const width = size?.width ?? 0;
  const cardWidth = Math.min(SIZES.widest * scale, (width - (columns.length - 1) * SIZES.gap * scale) / columns.length);
  const gap =
    columns.length === 1
      ? 0
      : Math.min(SIZES.furthest * scale, (width - columns.length * cardWidth) / (columns.length - 1));
  const tops = columns.map(() => new Map<number, number>());
  columns.forEach((column, c) => {
    const shown = column.nodes.length + (column.more > 0 ? 1 : 0);
    const top = head + ((rows - shown) * pitch) / 2;
    column.nodes.forEach((node, i) => {
      tops[c]?.set(node, top + i * pitch);
    });
  });
  const curves = edges.flatMap((edge) => {
    const from = tops[edge.column]?.get(edge.from);
    const to = tops[edge.column + 1]?.get(edge.to);
    if (from === undefined || to === undefined) return [];
    const x1 = edge.column * (cardWidth + gap) + cardWidth;
    const x2 = x1 + gap;
    const y1 = from + card / 2;
    const y2 = to + card / 2;
    const bend = (x2 - x1) / 2;
    return [{ edge, path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 5} ${y2}` }];
  });
  return (
    <div class="layers" ref={box} style={{ '--height': `${height}px`, '--card': `${cardWidth}px` }}>
      <svg width={width} height={height} aria-hidden="true">
        <defs>
          <marker id="arrow" viewBox="0 0 6 6" refX="4" refY="3" markerWidth="6" markerHeight="6" orient="auto">
            <path d="M0 0L6 3L0 6z" />
          </marker>
        </defs>
        {curves.map(({ edge, path }) => (
          <path
            key={`${edge.column} ${edge.from} ${edge.to}`}
            d={path}
            class={edge.ambiguous ? 'ambiguous' : ''}
            marker-end="url(#arrow)"
          />
        ))}
      </svg>
      {columns.map((column, c) => (
        <div class="column" key={titles[c]} style={{ '--left': `${c * (cardWidth + gap)}px` }}>
          <h3>{titles[c]}</h3>
          <ul>
            {column.nodes.map((node) => (
              <li key={node} style={{ '--top': `${tops[c]?.get(node) ?? 0}px` }}>
                <NodeCard graph={graph} node={node} emphasised={c === middle} project={several} />
              </li>
            ))}
            {column.more > 0 ? (
              <li style={{ '--top': `${head + ((rows + column.nodes.length - 1) * pitch) / 2}px` }}>
                {showMore === undefined ? (
                  <span class="card-more">+{column.more} more</span>
                ) : (
                  <button type="button" class="card-more" onClick={showMore}>
                    +{count(column.more, 'more', 'more')}
                  </button>
                )}
              </li>
            ) : null}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface CardProps {
  graph: Graph;
  node: number;
  emphasised: boolean;
  /** Whether to show the project. */
  project: boolean;
}

function NodeCard({ graph, node, emphasised, project }: CardProps): JSX.Element {
  const atlas = useAtlas();
  const words = nodeWords(atlas, graph, node);
  return (
    <a
      class={emphasised ? 'card strong' : 'card'}
      href={hashOf(nodeRoute(atlas, graph, node))}
      title={`${words.name}\n${words.project} · ${words.location}`}
    >
      <code>{words.name}</code>
      <span>
        <bdi>{project ? `${words.project} · ${words.location}` : words.location}</bdi>
      </span>
    </a>
  );
}
