import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { fileRoute } from '../../model/node-route.ts';
import { hashOf, NO_FILTER, type Route } from '../../model/route.ts';
import type { Item } from '../../model/treemap-scene.ts';
import { count, number, percent, share, short } from '../../model/words.ts';
import { go } from '../here.ts';
import { useAtlas } from '../knowledge.ts';
import { GroupLine } from '../parts/group-line.tsx';
import { Legend } from './legend.tsx';
import { Level } from './level.tsx';
import { Treemap } from './treemap-view.tsx';

/** Everything by size, coloured by how much of it repeats. */
export function OverviewView({ project, directory }: { project: string; directory: string }): JSX.Element {
  const atlas = useAtlas();
  const place = atlas.projectPlace(project);
  const top = place === undefined ? undefined : (atlas.tree.directoryAt(place, directory) ?? atlas.tree.roots[place]);
  const routeOf = (item: Item): Route => {
    if (item.kind === 'file') return fileRoute(atlas, item.file);
    const label = atlas.label(atlas.data.directories.project[item.directory] ?? 0);
    return { view: 'overview', project: label, directory: atlas.tree.directoryPath(item.directory) };
  };
  return (
    <div class="overview">
      {top === undefined ? <Lede /> : null}
      <section class="stage" aria-label="Map">
        <div class="stage-head">
          <Crumbs project={top === undefined ? '' : project} directory={top === undefined ? '' : directory} />
          <Legend />
        </div>
        <Treemap top={top} open={(item) => go(routeOf(item))} />
        <p class="hint">Area: lines. Click to go in; arrow keys and Enter do the same, Escape goes out.</p>
      </section>
      <aside class="beside">
        <Level top={top} routeOf={routeOf} />
        <HeaviestHere project={place} />
      </aside>
    </div>
  );
}

function Lede(): JSX.Element {
  const { data } = useAtlas();
  const { totals, projects } = data;
  const inside = totals.groups - totals.groups_cross_project;
  const several = projects.length > 1;
  return (
    <div class="lede">
      <h1>
        {percent(share(totals.repeated_lines, totals.lines))} of {short(totals.lines)} lines{' '}
        {several ? `in ${count(projects.length, 'project')} ` : ''}repeat.
      </h1>
      <p>
        {totals.groups === 0 ? (
          <>No function of {number(totals.functions)} is a copy of another. Nothing repeats here.</>
        ) : (
          <>
            {count(totals.groups, 'group')} of alike functions among {number(totals.functions)}
            {several ? (
              <>
                :{' '}
                <a href={hashOf({ view: 'groups', filter: { ...NO_FILTER, projects: 2 } })}>
                  {number(totals.groups_cross_project)} shared between projects
                </a>
                , {number(inside)} within one
              </>
            ) : null}
            .
          </>
        )}
      </p>
    </div>
  );
}

function Crumbs({ project, directory }: { project: string; directory: string }): JSX.Element {
  const { data } = useAtlas();
  const parts = directory === '' ? [] : directory.split('/');
  const steps = [
    { name: count(data.projects.length, 'project'), to: hashOf({ view: 'overview', project: '', directory: '' }) },
  ];
  if (project !== '') steps.push({ name: project, to: hashOf({ view: 'overview', project, directory: '' }) });
  for (const [i, name] of parts.entries()) {
    steps.push({ name, to: hashOf({ view: 'overview', project, directory: parts.slice(0, i + 1).join('/') }) });
  }
  return (
    <nav class="crumbs" aria-label="Where you are">
      {steps.map((step, i) =>
        i === steps.length - 1 ? (
          <b key={step.to} aria-current="location">
            {step.name}
          </b>
        ) : (
          <a key={step.to} href={step.to}>
            {step.name}
          </a>
        ),
      )}
    </nav>
  );
}

const HEAVIEST = 5;

function HeaviestHere({ project }: { project: number | undefined }): JSX.Element | null {
  const atlas = useAtlas();
  const groups = useMemo(
    () =>
      atlas.data.groups
        .filter((group) => group.contained_in === undefined && group.same_as === undefined)
        .filter((group) => project === undefined || group.projects.project.includes(project)),
    [project],
  );
  if (groups.length === 0) return null;
  const filter = { ...NO_FILTER, project: project === undefined ? '' : atlas.label(project) };
  return (
    <section>
      <h2>Heaviest repeats {project === undefined ? '' : 'in this project'}</h2>
      <ol class="heaviest">
        {groups.slice(0, HEAVIEST).map((group) => (
          <li key={group.id}>
            <GroupLine group={group} />
          </li>
        ))}
      </ol>
      {groups.length > HEAVIEST ? (
        <a class="more" href={hashOf({ view: 'groups', filter })}>
          All {number(groups.length)} groups
        </a>
      ) : null}
    </section>
  );
}
