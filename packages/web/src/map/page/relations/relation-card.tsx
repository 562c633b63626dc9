import type { MapRelation } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { hashOf } from '../../model/route.ts';
import { count, number } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';
import { GroupLine } from '../parts/group-line.tsx';
import { RelationPairs } from './relation-pairs.tsx';
import { RelationSide } from './relation-side.tsx';

const TITLES = {
  mirror: 'Mirrored folders',
  'folder-family': 'Family of folders',
  fork: 'Forked file',
  'file-family': 'Family of files',
  'shared-helper': 'Shared helper',
  'vendored-library': 'Vendored library',
} as const satisfies Record<MapRelation['kind'], string>;

export function RelationCard({ relation }: { relation: MapRelation }): JSX.Element {
  const { kind, sides, more_sides, lines, differs, pair_count, group_count, elsewhere } = relation;
  return (
    <article class="relation">
      <h3>
        {TITLES[kind]}{' '}
        <span>
          {count(lines, 'line')}
          {kind === 'vendored-library' ? '' : ' could go'}
        </span>
      </h3>
      <ul class="sides">
        {sides.path.map((path, side) => (
          <li key={`${sides.project[side]} ${path}`}>
            <RelationSide project={sides.project[side] ?? -1} path={path} />
          </li>
        ))}
        {more_sides > 0 ? <li>{number(more_sides)} more</li> : null}
      </ul>
      <Differs text={differs ?? functionsText(relation)} />
      {pair_count > 0 ? (
        <details>
          <summary>{count(pair_count, 'pair')} of files</summary>
          <RelationPairs relation={relation} />
        </details>
      ) : null}
      {group_count > 0 ? (
        <details>
          <summary>
            {count(group_count, 'group')} of copies{elsewhere > 0 ? `, +${number(elsewhere)} elsewhere too` : ''}
          </summary>
          <ExplainedGroups relation={relation} />
        </details>
      ) : null}
    </article>
  );
}

function Differs({ text }: { text: string }): JSX.Element | null {
  if (text === '') return null;
  // Code is between backticks.
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
  return <p class="small">{parts}</p>;
}

/** Empty without functions. Left and right are not told of more than two sides, where they are others in each pair. */
function functionsText({ members, sides }: MapRelation): string {
  const { same, edited, only_left, only_right } = members;
  const counts = [
    [same, 'the same'],
    [edited, 'edited'],
    [sides.path.length > 2 ? 0 : only_left, 'only left'],
    [sides.path.length > 2 ? 0 : only_right, 'only right'],
  ] as const;
  const known = counts.flatMap(([its, words]) => (its > 0 ? [`${number(its)} ${words}`] : []));
  return known.length === 0 ? '' : `functions: ${known.join(', ')}`;
}

function ExplainedGroups({ relation }: { relation: MapRelation }): JSX.Element {
  const atlas = useAtlas();
  const groups = relation.groups.flatMap((id) => atlas.group(id) ?? []);
  const rest = relation.group_count - groups.length;
  return (
    <>
      <ol class="heaviest">
        {groups.map((group) => (
          <li key={group.id}>
            <GroupLine group={group} />
          </li>
        ))}
      </ol>
      {rest > 0 ? (
        <p class="small">
          {number(rest)} more; see <a href={hashOf({ view: 'rest' })}>what is not in this file</a>
        </p>
      ) : null}
    </>
  );
}
