import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ageSentence } from '../../model/ages.ts';
import { filesOf, nodesOf } from '../../model/copy-range.ts';
import { layersAround } from '../../model/layers.ts';
import { queryCommand } from '../../model/query-command.ts';
import { hashOf, NO_FILTER } from '../../model/route.ts';
import { count, kindSentence, lineRange } from '../../model/words.ts';
import { useAtlas, useGraph } from '../knowledge.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Labels } from '../parts/labels.tsx';
import { LayeredDiagram } from '../parts/layered-diagram.tsx';
import { AsOneFunction } from './as-one-function.tsx';
import { Compare } from './compare-view.tsx';
import { Members } from './members.tsx';

const GROUPS = hashOf({ view: 'groups', filter: NO_FILTER });

/** One group: its copies, the differences of two of them, and their links. */
export function GroupView({ id, left, right }: { id: string; left: number; right: number }): JSX.Element {
  const atlas = useAtlas();
  const group = atlas.group(id);
  if (group === undefined) {
    return (
      <div class="page-head">
        <h1>Not in this map</h1>
        <p>
          There is no group <code>{id}</code> in this file. It may be beyond the export’s limit, or the code has
          changed. <a href={GROUPS}>All groups</a>
        </p>
      </div>
    );
  }
  return <Group key={id} group={group} left={left} right={right} />;
}

function Group({ group, left, right }: { group: MapGroup; left: number; right: number }): JSX.Element {
  const last = group.occurrences.length - 1;
  const [l, r] = [Math.min(left, last), Math.min(right, last)];
  return (
    <div class="group">
      <GroupHeader group={group} />
      <Compare group={group} left={l} right={r} />
      <AsOneFunction group={group} />
      <div class="halves members-first">
        <Members group={group} left={l} right={r} />
        <Projects group={group} />
      </div>
      <Surroundings group={group} />
    </div>
  );
}

function GroupHeader({ group }: { group: MapGroup }): JSX.Element {
  const projects = group.projects.project.length;
  const command = queryCommand('evidence', { group_id: group.id });
  return (
    <div class="page-head">
      <p class="up">
        <a href={GROUPS}>Groups</a> / <code>{group.id}</code>
      </p>
      <h1 class="code">{group.names.join(', ')}</h1>
      <p class="facts">
        <Labels group={group} />
        <span>
          <b>{count(group.occurrence_count, 'copy', 'copies')}</b> in {count(projects, 'project')}, each of{' '}
          {lineRange(group.least_lines, group.lines)}
        </span>
      </p>
      <p>
        {kindSentence(group.kind, group.similarity)}
        {group.whole === undefined ? '' : ` Its complete ${group.whole} is identical too.`}
      </p>
      {group.age === undefined ? null : <p class="ages">{ageSentence(group.age)}</p>}
      <p class="actions">
        <CopyButton text={() => location.href} words="Copy link" />
        <CopyButton text={() => command} words="Copy query" />
      </p>
    </div>
  );
}

/** All projects of the group, also if the table lists fewer copies. */
function Projects({ group }: { group: MapGroup }): JSX.Element {
  const atlas = useAtlas();
  const rows = group.projects.project.map((project, i) => ({ project, copies: group.projects.occurrences[i] ?? 0 }));
  rows.sort((a, b) => b.copies - a.copies || a.project - b.project);
  const most = rows[0]?.copies ?? 1;
  return (
    <section>
      <h2>Projects</h2>
      <table class="counts projects">
        <tbody>
          {rows.map(({ project, copies }) => (
            <tr key={project}>
              <th scope="row">
                <a href={hashOf({ view: 'groups', filter: { ...NO_FILTER, project: atlas.label(project) } })}>
                  {atlas.label(project)}
                </a>
              </th>
              <td>
                <span class="bar" aria-hidden="true">
                  <i style={{ width: `${(copies / most) * 100}%` }} />
                </span>
                {count(copies, 'copy', 'copies')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const CAP = 12;

function Surroundings({ group }: { group: MapGroup }): JSX.Element {
  const graph = useGraph();
  const [shown, setShown] = useState<'calls' | 'imports'>('calls');
  if (graph === undefined) return <p class="opening">Loading the links …</p>;
  const isBlock = group.ranges !== undefined;
  const copies = nodesOf(group, graph);
  const files = filesOf(group, graph);
  const middle = shown === 'calls' ? copies : files;
  const layers = layersAround(graph, middle, { depth: 1, cap: CAP });
  const at = layers.columns.findIndex((column) => column.nodes[0] === middle[0]);
  const unseen = shown === 'calls' ? group.occurrence_count - group.occurrences.length : 0;
  const column = layers.columns[at];
  if (column !== undefined) column.more += unseen;
  const words =
    shown === 'calls'
      ? ['Callers', isBlock ? 'Code around the copies' : 'Copies', 'Callees']
      : ['Imported by', 'Files of the copies', 'Imports'];
  const titles = layers.columns.map((_, c) => words[c - at + 1] ?? '');
  return (
    <section class="around">
      <div class="with-switch">
        <h2>Dependents and dependencies of the {isBlock ? 'code around the copies' : 'copies'}</h2>
        <fieldset class="pair" aria-label="Show">
          {(['calls', 'imports'] as const).map((kind) => (
            <button type="button" key={kind} aria-pressed={shown === kind} onClick={() => setShown(kind)}>
              {kind === 'calls' ? 'Calls' : 'Imports of their files'}
            </button>
          ))}
        </fieldset>
      </div>
      {layers.edges.length === 0 ? (
        <p class="none">
          No {shown === 'calls' ? 'call' : 'import'} to or from them could be resolved inside their projects.
        </p>
      ) : (
        <LayeredDiagram graph={graph} layers={layers} titles={titles} middle={at} />
      )}
    </section>
  );
}
