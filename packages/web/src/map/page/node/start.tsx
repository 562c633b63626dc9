import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Graph } from '../../model/atlas.ts';
import { nodeRoute, nodeWords } from '../../model/node-route.ts';
import { hashOf } from '../../model/route.ts';
import { count } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';

const MOST = 12;

/** Starting points: the nodes with most dependents. */
export function Start({ graph }: { graph: Graph }): JSX.Element {
  const imported = useMemo(() => mostUsed(graph.data.imports.targets, graph.files), [graph]);
  const called = useMemo(() => {
    const { file, name } = graph.data.declarations;
    return mostUsed(graph.data.calls.targets, name.length, (node) => `${file[node]}\0${name[node]}`);
  }, [graph]);
  return (
    <div class="node">
      <div class="page-head">
        <h1>Neighbourhood</h1>
        <p>
          One file or function in the middle, what uses it at the left, what it uses at the right. Press <kbd>/</kbd>{' '}
          and type a name, or start with a node that many others depend on.
        </p>
      </div>
      {imported.length === 0 && called.length === 0 ? (
        <p class="none">No import or call inside these projects could be resolved, so there are no links to follow.</p>
      ) : (
        <div class="cards">
          <MostUsed graph={graph} title="Files most imported" used={imported} unit="import" />
          <MostUsed
            graph={graph}
            title="Functions most called"
            used={called.map(({ node, times }) => ({ node: node + graph.files, times }))}
            unit="caller"
          />
        </div>
      )}
    </div>
  );
}

interface Used {
  node: number;
  times: number;
}

function MostUsed({
  graph,
  title,
  used,
  unit,
}: {
  graph: Graph;
  title: string;
  used: Used[];
  unit: string;
}): JSX.Element {
  const atlas = useAtlas();
  return (
    <section>
      <h2>{title}</h2>
      <ol class="used">
        {used.map(({ node, times }) => {
          const words = nodeWords(atlas, graph, node);
          return (
            <li key={node}>
              <a href={hashOf(nodeRoute(atlas, graph, node))}>
                <code>{words.name}</code>
                <span>
                  {words.project} · {words.location}
                </span>
              </a>
              <b>{count(times, unit)}</b>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** @param sameAs equal for declarations of one function, such as overloads, of which the first one is listed */
function mostUsed(targets: readonly number[], nodes: number, sameAs?: (node: number) => string): Used[] {
  const times = new Int32Array(nodes);
  for (const target of targets) times[target] = (times[target] ?? 0) + 1;
  const used = [...times].map((count, node) => ({ node, times: count })).filter((one) => one.times > 0);
  used.sort((a, b) => b.times - a.times || a.node - b.node);
  if (sameAs === undefined) return used.slice(0, MOST);
  const seen = new Set<string>();
  const first = used.filter(({ node }) => {
    const key = sameAs(node);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return first.slice(0, MOST);
}
