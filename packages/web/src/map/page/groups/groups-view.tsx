import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Atlas, Graph } from '../../model/atlas.ts';
import { filesOf, rangeOf } from '../../model/copy-range.ts';
import { filterGroups } from '../../model/filter-groups.ts';
import { ALL_CLASSES, type GroupFilter, hashOf, NO_FILTER } from '../../model/route.ts';
import { count, number } from '../../model/words.ts';
import { unit } from '../canvas.ts';
import { useAtlas, useGraph } from '../knowledge.ts';
import { useNarrow } from '../narrow.ts';
import { VirtualList } from '../parts/virtual-list.tsx';
import { Filters } from './filters.tsx';
import { GroupRow } from './group-row.tsx';
import { Matrix } from './matrix.tsx';

/** In CSS pixels at the usual font size. */
const ROW_HEIGHT = 60;
/** Height of a row whose details are below the name. */
const STACKED_HEIGHT = 76;

/** The groups, top first. */
export function GroupsView({ filter }: { filter: GroupFilter }): JSX.Element {
  const atlas = useAtlas();
  const graph = useGraph();
  const narrow = useNarrow();
  const paths = useMemo(() => (graph === undefined ? undefined : pathsOf(atlas, graph)), [graph]);
  const groups = useMemo(() => filterGroups(atlas, filter, paths), [filter, paths]);
  const inAllFiles = useMemo(() => filterGroups(atlas, { ...filter, ...ALL_CLASSES }, paths), [filter, paths]);
  const most = Math.max(1, ...groups.map((group) => group.score));
  return (
    <div class="groups">
      <div class="page-head">
        <h1>Groups</h1>
        <p>
          Functions, classes, types and blocks that are copies of each other, first those with the largest common part.
        </p>
      </div>
      <Filters filter={filter} />
      <Found groups={groups} filter={filter} apart={inAllFiles.length - groups.length} />
      {groups.length === 0 ? null : filter.matrix ? (
        <Matrix groups={groups} />
      ) : (
        <VirtualList
          label="Groups"
          items={groups}
          height={(narrow ? STACKED_HEIGHT : ROW_HEIGHT) * unit()}
          keyOf={(group) => group.id}
          row={(group, index) => (
            <GroupRow group={group} rank={index + 1} most={most} paths={firstPaths(atlas, graph, group)} />
          )}
        />
      )}
    </div>
  );
}

/** Paths of the first two files with a copy. */
function firstPaths(atlas: Atlas, graph: Graph | undefined, group: MapGroup): string[] {
  if (graph === undefined) return [];
  return filesOf(group, graph)
    .slice(0, 2)
    .map((it) => atlas.path(it));
}

/** Paths of a group's listed occurrences, computed at the first search. */
function pathsOf(atlas: Atlas, graph: Graph): (group: MapGroup) => string {
  const known = new Map<string, string>();
  return (group) => {
    const old = known.get(group.id);
    if (old !== undefined) return old;
    const { name } = graph.data.declarations;
    const paths = group.occurrences.map((declaration, copy) => {
      return `${atlas.path(rangeOf(group, copy, graph).file)} ${name[declaration] ?? ''}`;
    });
    const text = ` ${paths.join(' ')}`.toLowerCase();
    known.set(group.id, text);
    return text;
  };
}

interface FoundProps {
  groups: readonly MapGroup[];
  filter: GroupFilter;
  /** Number of groups that only the switches of classes exclude. */
  apart: number;
}

function Found({ groups, filter, apart }: FoundProps): JSX.Element {
  const { data } = useAtlas();
  const all = data.groups.length;
  if (data.totals.groups === 0) {
    return (
      <p class="found">
        No two functions, classes, types or blocks are copies. Functions with fewer nodes than the minimum are not
        compared; a lower <code>--min-nodes</code> finds shorter copies.
      </p>
    );
  }
  const rest = data.totals.groups - all;
  return (
    <p class="found" role="status">
      <b>
        {groups.length === all
          ? `All ${count(all, 'group')} of this file`
          : `${number(groups.length)} of ${count(all, 'group')}`}
      </b>
      {groups.length === 0 ? (
        <>
          . No matches{apart > 0 ? ' in product code' : ''};{' '}
          <a href={hashOf({ view: 'groups', filter: { ...NO_FILTER, matrix: filter.matrix } })}>clear the filters</a>.
        </>
      ) : null}
      {apart > 0 ? (
        <>
          {' '}
          <a href={hashOf({ view: 'groups', filter: { ...filter, ...ALL_CLASSES } })}>
            {number(apart)} more only in tests, vendored or generated files, examples, benchmarks or configuration,
            small, or of data
          </a>
        </>
      ) : null}
      {rest > 0 ? (
        <>
          {apart > 0 ? ' · ' : ' '}
          <a href={hashOf({ view: 'rest' })}>{number(rest)} more in the index, not in this file</a>
        </>
      ) : null}
    </p>
  );
}
