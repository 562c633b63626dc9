import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { hashOf } from '../../model/route.ts';
import { shortName } from '../../model/short-paths.ts';
import { count, lineRange, number } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';
import { Labels } from '../parts/labels.tsx';

const NAMED = 3;

interface GroupRowProps {
  group: MapGroup;
  rank: number;
  /** The highest score of the list: the length of a full bar. */
  most: number;
  /** Of the files of its first copies; none until the graph is loaded. */
  paths: readonly string[];
}

export function GroupRow({ group, rank, most, paths }: GroupRowProps): JSX.Element {
  const atlas = useAtlas();
  const labels = group.projects.project.map((project) => atlas.label(project));
  const named = group.projects.project.slice(0, NAMED).map((project) => atlas.shortLabel(project));
  const rest = labels.length - NAMED;
  return (
    <a class="group-row" href={hashOf({ view: 'group', id: group.id, left: 0, right: 1 })}>
      <span class="rank">{rank}</span>
      <span class="what">
        <code class="names">{group.names.join(', ')}</code>
        <span class="facts">
          <Labels group={group} />
          {lineRange(group.least_lines, group.lines)}
        </span>
      </span>
      <span class="where">
        <b>{count(group.occurrence_count, 'copy', 'copies')}</b>
        <span title={[...labels, ...paths].join('\n')}>
          in {labels.length === 1 && paths.length > 0 ? paths.map(shortName).join(', ') : named.join(', ')}
          {rest > 0 ? ` and ${rest} more` : ''}
        </span>
      </span>
      <span class="weight" title={`Weight ${number(group.score)}: repeated nodes`}>
        <i style={{ width: `${Math.max(1.5, Math.sqrt(group.score / most) * 100)}%` }} />
        <span>{number(group.score)}</span>
      </span>
    </a>
  );
}
