import type { JSX } from 'preact';
import { fileRoute } from '../../model/node-route.ts';
import { hashOf } from '../../model/route.ts';
import { useAtlas } from '../knowledge.ts';

/** A folder or file of a relation, with a link to it. @param project -1 for a folder of several projects */
export function RelationSide({ project, path }: { project: number; path: string }): JSX.Element {
  const atlas = useAtlas();
  if (project < 0) return <code>{path}/</code>;
  const label = atlas.label(project);
  const prefix = atlas.data.projects.length > 1 ? `${atlas.shortLabel(project)}: ` : '';
  const file = path === '' ? undefined : atlas.fileAt(project, path);
  if (file !== undefined) {
    return (
      <a href={hashOf(fileRoute(atlas, file))}>
        {prefix}
        <code>{path}</code>
      </a>
    );
  }
  return (
    <a href={hashOf({ view: 'overview', project: label, directory: path })}>
      {prefix}
      <code>{path === '' ? './' : `${path}/`}</code>
    </a>
  );
}
