import type { JSX } from 'preact';
import { fileRoute } from '../../model/node-route.ts';
import { hashOf, type Route } from '../../model/route.ts';
import type { Item } from '../../model/treemap-scene.ts';
import { count } from '../../model/words.ts';
import { go } from '../here.ts';
import { useAtlas } from '../knowledge.ts';
import { RelationCards } from '../relations/relation-cards.tsx';
import { CountedSwitch } from './counted-switch.tsx';
import { Heaviest } from './heaviest.tsx';
import { Lede } from './lede.tsx';
import { Legend } from './legend.tsx';
import { Level } from './level.tsx';
import { Treemap } from './treemap-view.tsx';

/** Treemap by size, colored by the share of repeated lines. */
export function OverviewView({ project, directory }: { project: string; directory: string }): JSX.Element {
  const atlas = useAtlas();
  const index = atlas.projectIndex(project);
  const top = index === undefined ? undefined : (atlas.tree.directoryAt(index, directory) ?? atlas.tree.roots[index]);
  const routeOf = (item: Item): Route => {
    if (item.kind === 'file') return fileRoute(atlas, item.file);
    const label = atlas.label(atlas.data.directories.project[item.directory] ?? 0);
    return { view: 'overview', project: label, directory: atlas.tree.directoryPath(item.directory) };
  };
  return (
    <div class="overview">
      {top === undefined ? <Lede /> : null}
      {top === undefined ? <RelationCards /> : null}
      <section class="stage" aria-label="Map">
        <div class="stage-head">
          <Crumbs project={top === undefined ? '' : project} directory={top === undefined ? '' : directory} />
          <CountedSwitch />
          <Legend />
        </div>
        <Treemap top={top} open={(item) => go(routeOf(item))} />
        <p class="hint">Area: lines. Click to open a directory, or use the arrow keys and Enter; Escape closes it.</p>
      </section>
      <aside class="beside">
        <Level top={top} routeOf={routeOf} />
        <Heaviest project={index} />
      </aside>
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
