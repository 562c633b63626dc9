import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Atlas, Graph } from '../../model/atlas.ts';
import { rangeOf } from '../../model/copy-range.ts';
import { layersAround } from '../../model/layers.ts';
import { neighbourhood } from '../../model/neighbourhood.ts';
import { nodeId } from '../../model/node-id.ts';
import { fileRoute, nodeAt, nodeRoute, nodeWords } from '../../model/node-route.ts';
import { queryCommand } from '../../model/query-command.ts';
import { hashOf } from '../../model/route.ts';
import { count, languageName, number, percent, share } from '../../model/words.ts';
import { useCounted } from '../counted.ts';
import { useAtlas, useGraph } from '../knowledge.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FlagLabels } from '../parts/labels.tsx';
import { LayeredDiagram } from '../parts/layered-diagram.tsx';
import { Start } from './start.tsx';

interface Props {
  project: string;
  path: string;
  name: string;
  line: number;
}

/** One file or function in the middle, its users on the left, its dependencies on the right. */
export function NodeView(props: Props): JSX.Element {
  const atlas = useAtlas();
  const graph = useGraph();
  if (graph === undefined) return <p class="opening">Loading the links …</p>;
  if (props.path === '') return <Start graph={graph} />;
  const node = nodeAt(atlas, graph, props);
  if (node === undefined) {
    return (
      <div class="page-head">
        <h1>Not in this map</h1>
        <p>
          <code>{props.name === '' ? props.path : `${props.path}#${props.name}`}</code> of{' '}
          {props.project || 'no project'} is not in this file. It may have been renamed, or omitted when the map was
          made.
        </p>
      </div>
    );
  }
  return <Surroundings key={node} atlas={atlas} graph={graph} node={node} />;
}

const CAP = 12;

function Surroundings({ atlas, graph, node }: { atlas: Atlas; graph: Graph; node: number }): JSX.Element {
  const [cap, setCap] = useState(CAP);
  const [depth, setDepth] = useState(1);
  const isFile = node < graph.files;
  const around = neighbourhood(graph, node);
  const layers = layersAround(graph, [node], { depth, cap });
  const middle = layers.columns.findIndex((column) => column.nodes[0] === node);
  const calls = isFile ? around.after.filter((one) => one.node >= graph.files).length : around.after.length;
  const imports = around.after.length - calls;
  const [before, after] = isFile
    ? ['Imported by', calls === 0 ? 'Imports' : imports === 0 ? 'Calls' : 'Imports and calls']
    : ['Called by', 'Calls'];
  const titles = layers.columns.map((_, c) =>
    c === middle ? 'Here' : `${c < middle ? before : after}${Math.abs(c - middle) > 1 ? ' (through these)' : ''}`,
  );
  const none = around.before.length === 0 && around.after.length === 0;
  return (
    <div class="node">
      <NodeHeader atlas={atlas} graph={graph} node={node} />
      <p class="found">
        {isFile ? (
          <>
            Imported by {count(around.before.length, 'file')}, imports {count(imports, 'file')} of its project
            {calls > 0 ? `, calls ${count(calls, 'function')} outside of its own` : ''}
            {around.unlinkedImports > 0
              ? ` and ${number(around.unlinkedImports)} times something outside or unresolved`
              : ''}
            .
          </>
        ) : (
          <>
            Called from {count(around.before.length, 'location')}, calls {count(around.after.length, 'function')} of its
            project. Only resolved calls count.
          </>
        )}
        {none ? null : (
          <label class="switch">
            <input
              type="checkbox"
              checked={depth === 2}
              onChange={(event) => setDepth(event.currentTarget.checked ? 2 : 1)}
            />
            Two steps
          </label>
        )}
      </p>
      {none ? (
        <p class="none">Nothing in this project is linked with it. Only resolved links count.</p>
      ) : (
        <LayeredDiagram
          graph={graph}
          layers={layers}
          titles={titles}
          middle={middle}
          showMore={cap === CAP ? () => setCap(200) : undefined}
        />
      )}
      {isFile ? <Holds atlas={atlas} graph={graph} nodes={around.holds} /> : null}
    </div>
  );
}

function NodeHeader({ atlas, graph, node }: { atlas: Atlas; graph: Graph; node: number }): JSX.Element {
  const isFile = node < graph.files;
  const { declarations } = graph.data;
  const file = isFile ? node : (declarations.file[node - graph.files] ?? 0);
  const words = nodeWords(atlas, graph, node);
  const project = atlas.label(atlas.projectOf(file));
  const { files } = atlas.data;
  const lines = files.lines[file] ?? 0;
  const path = atlas.path(file);
  const directory = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const language = files.language[file] ?? -1;
  const flags = isFile ? (files.flags[file] ?? 0) : (declarations.flags[node - graph.files] ?? 0);
  const counted = useCounted();
  const command = useNeighborsCommand(atlas, graph, node);
  return (
    <div class="page-head">
      <h1 class="code">{isFile ? path : words.name}</h1>
      <p class="facts">
        <span class="label">{words.kind}</span>
        {language < 0 ? null : <span class="label">{languageName(atlas.language(language))}</span>}
        <FlagLabels flags={flags} />
        <a href={hashOf({ view: 'overview', project, directory })}>{project}</a>
        {isFile ? (
          <span>
            {count(lines, 'line')}, {percent(share(atlas.tree.repeatedIn(file, counted), lines))} repeated
          </span>
        ) : (
          <a href={hashOf(fileRoute(atlas, file))}>
            {path}:{declarations.start_line[node - graph.files]}-{declarations.end_line[node - graph.files]}
          </a>
        )}
      </p>
      <p class="actions">
        <CopyButton text={() => location.href} words="Copy link" />
        {command === undefined ? null : <CopyButton text={() => command} words="Copy query" />}
      </p>
      <IdenticalNodes atlas={atlas} graph={graph} node={node} />
      <GroupsOf atlas={atlas} graph={graph} node={node} file={file} />
    </div>
  );
}

/** The id needs a digest, which browsers compute asynchronously. */
function useNeighborsCommand(atlas: Atlas, graph: Graph, node: number): string | undefined {
  const [command, setCommand] = useState<string>();
  useEffect(() => {
    let wanted = true;
    nodeId(atlas, graph, node).then((id) => {
      if (wanted && id !== undefined)
        setCommand(queryCommand('neighbors', { node_id: id, direction: 'both', depth: 1 }));
    });
    return () => {
      wanted = false;
    };
  }, [node]);
  return command;
}

function GroupsOf({
  atlas,
  graph,
  node,
  file,
}: {
  atlas: Atlas;
  graph: Graph;
  node: number;
  file: number;
}): JSX.Element | null {
  const isFile = node < graph.files;
  const groups = atlas.data.groups.filter((group) =>
    group.occurrences.some((declaration, copy) =>
      isFile ? rangeOf(group, copy, graph).file === file : declaration === node - graph.files,
    ),
  );
  const [copied, around] = [
    groups.filter(({ ranges }) => isFile || !ranges),
    groups.filter(({ ranges }) => !isFile && ranges),
  ];
  if (groups.length === 0) return isFile ? <Unlisted atlas={atlas} file={file} /> : null;
  return (
    <>
      {copied.length === 0 ? null : (
        <GroupLinks words={isFile ? 'Contains copies of ' : 'One of the copies of '} groups={copied} />
      )}
      {around.length === 0 ? null : <GroupLinks words="Contains copied blocks, also in " groups={around} />}
    </>
  );
}

function GroupLinks({ words, groups }: { words: string; groups: readonly MapGroup[] }): JSX.Element {
  return (
    <p class="found">
      {words}
      {groups.slice(0, 8).map((group, i) => (
        <span key={group.id}>
          {i > 0 ? ', ' : ''}
          <a href={hashOf({ view: 'group', id: group.id, left: 0, right: 1 })}>
            <code>{group.names[0]}</code>
          </a>
        </span>
      ))}
      {groups.length > 8 ? ` and ${count(groups.length - 8, 'more group')}` : ''}
    </p>
  );
}

/** Query for repeats whose groups are beyond the limit of the export. */
function Unlisted({ atlas, file }: { atlas: Atlas; file: number }): JSX.Element | null {
  const repeated = Math.max(atlas.tree.repeatedIn(file, 'all'), atlas.tree.repeatedIn(file, 'exact'));
  if (repeated === 0) return null;
  const params = { project: atlas.label(atlas.projectOf(file)), path: atlas.path(file) };
  return (
    <p class="found">
      {count(repeated, 'line')} here stand elsewhere too, in groups beyond the export’s --limit.{' '}
      <CopyButton text={() => queryCommand('nodes', params)} words="Copy query for them" />
    </p>
  );
}

const NAMED = 4;

/** The other copies of an identical file or class. */
function IdenticalNodes({ atlas, graph, node }: { atlas: Atlas; graph: Graph; node: number }): JSX.Element | null {
  const copy = atlas.data.whole_copies.find(({ nodes }) => nodes.includes(node));
  if (copy === undefined) return null;
  const others = copy.nodes.filter((one) => one !== node);
  const unnamed = copy.copies - 1 - Math.min(NAMED, others.length);
  return (
    <p class="found">
      Identical {copy.kind} at{' '}
      {others.slice(0, NAMED).map((other, i) => {
        const { name, project, location } = nodeWords(atlas, graph, other);
        return (
          <span key={other}>
            {i > 0 ? ', ' : ''}
            {project}{' '}
            <a href={hashOf(nodeRoute(atlas, graph, other))}>
              <code class="breaks">
                {other < graph.files ? `${location === './' ? '' : location}${name}` : location}
              </code>
            </a>
          </span>
        );
      })}
      {unnamed > 0 ? (
        <>
          {' '}
          and <a href={hashOf({ view: 'copies' })}>{count(unnamed, 'more', 'more')}</a>
        </>
      ) : null}
      .
    </p>
  );
}

function Holds({ atlas, graph, nodes }: { atlas: Atlas; graph: Graph; nodes: readonly number[] }): JSX.Element | null {
  if (nodes.length === 0) return null;
  return (
    <section>
      <h2>Declares</h2>
      <ul class="holds">
        {nodes.map((node) => {
          const words = nodeWords(atlas, graph, node);
          return (
            <li key={node}>
              <a href={hashOf(nodeRoute(atlas, graph, node))}>
                <code>{words.name}</code>
              </a>{' '}
              <span>line {graph.data.declarations.start_line[node - graph.files]}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
