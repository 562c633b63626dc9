import { composerEntries } from './packages/composer.ts';
import { npmEntries } from './packages/npm.ts';
import { pythonEntries } from './packages/python.ts';

export type PackageKind = 'npm' | 'composer' | 'python';

/** A package of a project, which other projects can import. */
export interface ProjectPackage {
  /** Relative to the project; empty for its root. */
  folder: string;
  kind: PackageKind;
  /** Empty for Python, whose imports name modules. */
  name: string;
  /** JSON of the settings that name files. */
  entries: string;
}

/** @returns undefined for a folder that is not a package of that kind */
export type PackageReader = (location: string) => { name: string; entries: object } | undefined;

const READERS: readonly [PackageKind, PackageReader][] = [
  ['composer', composerEntries],
  ['npm', npmEntries],
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
      const found = read(folder === '' ? root : `${root}/${folder}`);
      if (found === undefined) return [];
      const entries = JSON.stringify(found.entries);
      return entries.length > LONGEST ? [] : [{ folder, kind, name: found.name, entries }];
    }),
  );
}
