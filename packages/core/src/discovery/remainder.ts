import { realpathSync } from 'node:fs';
import { compareBytes } from '@analyzer/contracts/order';
import { folderGlob } from './folder-glob.ts';
import type { WorkspaceProject } from './project.ts';

/**
 * The project of a named folder that contains the files outside of the projects in it: those projects are excluded.
 *
 * @param remainder of the complete folder
 * @param all projects; only those in the folder are excluded
 */
export function excludeProjects(remainder: WorkspaceProject, all: readonly WorkspaceProject[]): WorkspaceProject {
  const outer = `${realpathSync(remainder.root)}/`;
  const inside = all.flatMap(({ root }) => {
    const location = realpathSync(root);
    return location.startsWith(outer) ? [location.slice(outer.length)] : [];
  });
  const { options } = remainder;
  const globs = inside.sort(compareBytes).map(folderGlob);
  return { ...remainder, options: { ...options, exclude: [...options.exclude, ...globs] } };
}

/** A name for the remainder of a folder: the folder's, unless a project in it has that name. */
export function labelOfRemainder(name: string, roots: readonly string[]): string {
  return roots.includes(name) ? `${name}/.` : name;
}
