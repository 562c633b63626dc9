import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { filterGroups } from '../../model/filter-groups.ts';
import { type GroupFilter, hashOf, NO_FILTER } from '../../model/route.ts';
import { shortName } from '../../model/short-paths.ts';
import { count, number } from '../../model/words.ts';
import { useAtlas } from '../knowledge.ts';
import { GroupLine } from '../parts/group-line.tsx';

const MOST = 5;

/** The top repeats in product code, of all projects or of one: identical files first, then by weight, then shared groups. */
export function Heaviest({ project }: { project: number | undefined }): JSX.Element {
  const atlas = useAtlas();
  const filter = { ...NO_FILTER, project: project === undefined ? '' : atlas.label(project) };
  const betweenProjects = { ...filter, projects: 2, sort: 'rank' as const };
  const [weighty, shared] = useMemo(
    () => [filterGroups(atlas, filter, undefined), filterGroups(atlas, betweenProjects, undefined)],
    [project],
  );
  return (
    <>
      {project === undefined ? <IdenticalNodes /> : null}
      <Some title="Most repeated code" groups={weighty} filter={filter} />
      <Some title="Shared by most projects" groups={shared} filter={betweenProjects} />
    </>
  );
}

interface SomeProps {
  title: string;
  groups: readonly MapGroup[];
  filter: GroupFilter;
}

function Some({ title, groups, filter }: SomeProps): JSX.Element | null {
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ol class="heaviest">
        {groups.slice(0, MOST).map((group) => (
          <li key={group.id}>
            <GroupLine group={group} />
          </li>
        ))}
      </ol>
      {groups.length > MOST ? (
        <a class="more" href={hashOf({ view: 'groups', filter })}>
          All {number(groups.length)} groups
        </a>
      ) : null}
    </section>
  );
}

/** Only files, because classes have no name before the graph is loaded. */
function IdenticalNodes(): JSX.Element | null {
  const atlas = useAtlas();
  const all = atlas.data.whole_copies;
  const copied = all.filter(({ kind }) => kind === 'file');
  if (copied.length === 0) return null;
  return (
    <section>
      <h2>Identical files</h2>
      <ol class="heaviest">
        {copied.slice(0, MOST).map((copy) => (
          <li key={copy.nodes[0]}>
            <a class="group-line" href={hashOf({ view: 'copies' })}>
              <code>{shortName(atlas.path(copy.nodes[0] ?? 0))}</code>
              <span>
                {count(copy.copies, 'copy', 'copies')} of {count(copy.lines, 'line')}
                {copy.projects > 1 ? `, ${copy.projects} projects` : ''}
              </span>
            </a>
          </li>
        ))}
      </ol>
      {all.length > MOST ? (
        <a class="more" href={hashOf({ view: 'copies' })}>
          All {number(all.length)} files and classes
        </a>
      ) : null}
    </section>
  );
}
