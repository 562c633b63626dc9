import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Discovery } from '@analyzer/core/discovery/discover.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import type { WatchedFolder } from '@analyzer/core/session/folder-changes.ts';

/** Names of directories whose changes concern no index. */
const NEVER: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.analyzer', 'node_modules', '__pycache__']);
const EXCLUDED = 'SELECT label, path FROM exclusion JOIN project ON project.id = project_id ORDER BY exclusion.id';

/**
 * The folders whose changes concern an index: the named ones, or else those of the projects.
 *
 * @param db whose exclusions get no events
 */
export async function watchedFolders(
  named: readonly string[],
  { projects }: Discovery,
  db: string,
): Promise<WatchedFolder[]> {
  const roots = new Map(projects.map(({ label, root }) => [label, root]));
  const places = named.length > 0 ? named.map((folder) => realpathSync(folder)) : [...roots.values()];
  const excluded = await exclusionsOf(db, roots);
  return outermost(places).map((location) => ({
    location,
    excluded: excluded.flatMap((path) => (isInside(path, location) ? [relative(location, path)] : [])),
  }));
}

/** Whether a changed path of a folder is none of a project: the index itself, or a directory that no scan reads. */
export function ignoredChanges(db: string): (location: string, path: string) => boolean {
  const [folder, name] = [dirname(resolve(db)), basename(db)];
  return (location, path) => {
    if (path.split('/').some((part) => NEVER.has(part))) return true;
    const complete = join(location, path);
    return dirname(complete) === folder && basename(complete).includes(name);
  };
}

/** Absolute paths. */
async function exclusionsOf(db: string, roots: ReadonlyMap<string, string>): Promise<string[]> {
  const reader = await openIndex(db);
  try {
    return reader.read((snapshot) =>
      snapshot
        .all(EXCLUDED, [], (row) => ({ root: roots.get(row.text('label')), path: row.text('path') }))
        .flatMap(({ root, path }) => (root === undefined ? [] : [join(root, path)])),
    );
  } finally {
    reader.close();
  }
}

function outermost(places: readonly string[]): string[] {
  return [...new Set(places)].filter((place) => !places.some((it) => it !== place && isInside(place, it)));
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
