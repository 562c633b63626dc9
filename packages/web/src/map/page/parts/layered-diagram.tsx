import type { JSX } from 'preact';
import type { Graph } from '../../model/atlas.ts';
import type { Layers } from '../../model/layers.ts';
import { nodeRoute, nodeWords } from '../../model/node-route.ts';
import { hashOf } from '../../model/route.ts';
import { count } from '../../model/words.ts';
import { useSize } from '../canvas.ts';
import { useAtlas } from '../knowledge.ts';

const CARD = 46;
const PITCH = 54;
const GAP = 74;
const HEAD = 28;

interface Props {
  graph: Graph;
  layers: Layers;
  /** One per column. */
  titles: readonly string[];
  /** Set apart from the others. */
  emphasised: ReadonlySet<number>;
  /** Shows what lies beyond the cap, where there is more. */
  showMore?: (() => void) | undefined;
}

/** Columns of linked cards with the links drawn between them. On a narrow page the columns stand one below another. */
export function LayeredDiagram({ graph, layers, titles, emphasised, showMore }: Props): JSX.Element {
  const [box, size] = useSize<HTMLDivElement>();
  const { columns, edges } = layers;
  const rows = Math.max(...columns.map((column) => column.nodes.length + (column.more > 0 ? 1 : 0)), 1);
  const height = HEAD + rows * PITCH;
  const width = size?.width ?? 0;
  const cardWidth = Math.min(340, (width - (columns.length - 1) * GAP) / columns.length);
  const gap = columns.length === 1 ? 0 : Math.min(220, (width - columns.length * cardWidth) / (columns.length - 1));
  const places = new Map<number, { column: number; y: number }>();
  columns.forEach((column, c) => {
    const shown = column.nodes.length + (column.more > 0 ? 1 : 0);
    const top = HEAD + ((rows - shown) * PITCH) / 2;
    column.nodes.forEach((node, i) => {
      places.set(node, { column: c, y: top + i * PITCH });
    });
  });
  const curves = edges.flatMap((edge) => {
    const from = places.get(edge.from);
    const to = places.get(edge.to);
    if (from === undefined || to === undefined) return [];
    const x1 = from.column * (cardWidth + gap) + cardWidth;
    const x2 = to.column * (cardWidth + gap);
    const y1 = from.y + CARD / 2;
    const y2 = to.y + CARD / 2;
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
            key={`${edge.from} ${edge.to}`}
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
              <li key={node} style={{ '--top': `${places.get(node)?.y ?? 0}px` }}>
                <NodeCard graph={graph} node={node} emphasised={emphasised.has(node)} />
              </li>
            ))}
            {column.more > 0 ? (
              <li style={{ '--top': `${HEAD + ((rows + column.nodes.length - 1) * PITCH) / 2}px` }}>
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

function NodeCard({ graph, node, emphasised }: { graph: Graph; node: number; emphasised: boolean }): JSX.Element {
  const atlas = useAtlas();
  const words = nodeWords(atlas, graph, node);
  return (
    <a
      class={emphasised ? 'card strong' : 'card'}
      href={hashOf(nodeRoute(atlas, graph, node))}
      title={`${words.name}\n${words.place}`}
    >
      <code>{words.name}</code>
      <span>
        <bdi>{words.place}</bdi>
      </span>
    </a>
  );
}
