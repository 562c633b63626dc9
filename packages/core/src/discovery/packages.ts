import { composerEntries } from './packages/composer.ts';
import { npmEntries } from './packages/npm.ts';
import { pathMapEntries } from './packages/path-maps.ts';
import { pythonEntries } from './packages/python.ts';

/** `path-maps`: compiler configurations that map imports, perhaps to other projects. */
export type PackageKind = 'npm' | 'composer' | 'python' | 'path-maps';

/** A package of a project, which other projects can import; or another description of its imports. */
export interface ProjectPackage {
  /** Relative to the project; empty for its root. */
  folder: string;
  kind: PackageKind;
  /** Empty for Python, whose imports name modules, for a `package.json` without a name, and for path maps. */
  name: string;
  /** JSON of the settings that name files. */
  entries: string;
}

/**
 * @param root of the project that contains the location
 * @returns undefined for a folder that is not a package of that kind
 */
export type PackageReader = (location: string, root: string) => { name: string; entries: object } | undefined;

const READERS: readonly [PackageKind, PackageReader][] = [
  ['composer', composerEntries],
  ['npm', npmEntries],
  ['path-maps', pathMapEntries],
  ['python', pythonEntries],
];

/** Characters of the settings; far more than hand-written ones have. */
const LONGEST = 256 * 1024;

/**
 * The packages at the root of a project and in its workspaces. Files that cannot be read have none.
 *
 * @param root absolute
 * @param workspaces relative to it
 */
export function readPackages(root: string, workspaces: readonly string[]): ProjectPackage[] {
  return ['', ...workspaces].flatMap((folder) =>
    READERS.flatMap(([kind, read]) => {
      const found = read(folder === '' ? root : `${root}/${folder}`, root);
      if (found === undefined) return [];
      const entries = JSON.stringify(found.entries);
      return entries.length > LONGEST ? [] : [{ folder, kind, name: found.name, entries }];
    }),
  );
}
