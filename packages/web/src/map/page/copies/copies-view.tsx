import type { MapIdenticalNodes } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Atlas, Graph } from '../../model/atlas.ts';
import { fileRoute, nodeRoute, nodeWords } from '../../model/node-route.ts';
import { hashOf } from '../../model/route.ts';
import { shortName } from '../../model/short-paths.ts';
import { count, number } from '../../model/words.ts';
import { useAtlas, useGraph } from '../knowledge.ts';

/** Identical files and classes: they come before single functions. */
export function CopiesView(): JSX.Element {
  const { data } = useAtlas();
  const { whole_copies: all, omissions } = data;
  const more = omissions.find(({ what }) => what === 'identical files and classes')?.count ?? 0;
  return (
    <div class="copies">
      <div class="page-head">
        <h1>Identical files and classes</h1>
        <p>
          Files with the same code except for comments and layout, and such classes in different files. Copies in most
          projects first, then copies with most lines.
        </p>
      </div>
      {all.length === 0 ? (
        <p class="none">These projects have no identical files with functions and no identical classes.</p>
      ) : null}
      <ol class="whole-copies">
        {all.map((copy) => (
          <Copy key={copy.nodes[0]} copy={copy} />
        ))}
      </ol>
      {more > 0 ? (
        <p class="small">{number(more)} more in the index, not in this file: beyond the export’s --limit.</p>
      ) : null}
    </div>
  );
}

const FIRST = 6;

function Copy({ copy }: { copy: MapIdenticalNodes }): JSX.Element {
  const atlas = useAtlas();
  const graph = useGraph();
  const links = useMemo(() => copy.nodes.flatMap((node) => copyLink(atlas, graph, node) ?? []), [graph]);
  const unseen = copy.copies - copy.nodes.length;
  const rest = links.slice(FIRST);
  const list = (some: readonly CopyLink[]): JSX.Element => (
    <ul>
      {some.map(({ to, project, path }) => (
        <li key={to}>
          <b>{project}</b>{' '}
          <a href={to}>
            <code class="breaks">{path}</code>
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <li>
      <h2>
        <code>{links[0]?.name ?? '…'}</code>
      </h2>
      <p class="facts">
        <span class="label strong">{copy.kind}</span>
        <span>
          {count(copy.copies, 'copy', 'copies')} of {count(copy.lines, 'line')}
          {copy.projects > 1 ? ` in ${number(copy.projects)} projects` : ''}
        </span>
      </p>
      {list(links.slice(0, FIRST))}
      {rest.length > 0 ? (
        <details>
          <summary>{count(rest.length, 'more', 'more')}</summary>
          {list(rest)}
        </details>
      ) : null}
      {unseen > 0 ? <p class="small">{number(unseen)} more are not in this file.</p> : null}
    </li>
  );
}

interface CopyLink {
  name: string;
  project: string;
  path: string;
  to: string;
}

/** The location of a class is known only after the graph is loaded. */
function copyLink(atlas: Atlas, graph: Graph | undefined, node: number): CopyLink | undefined {
  if (node < atlas.data.files.name.length) {
    const path = atlas.path(node);
    return {
      name: shortName(path),
      project: atlas.label(atlas.projectOf(node)),
      path,
      to: hashOf(fileRoute(atlas, node)),
    };
  }
  if (graph === undefined) return undefined;
  const { name, project, location } = nodeWords(atlas, graph, node);
  return { name, project, path: location, to: hashOf(nodeRoute(atlas, graph, node)) };
}
