import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';
import { completeOptions } from '#scan/options.ts';
import { openRoot } from '#tree/root.ts';
import { requireDisjointRoots, requireDistinctLabels } from './disjoint.ts';
import { findRoots } from './find-roots.ts';
import { readFolder } from './folder.ts';
import { markersAmong } from './markers.ts';
import type { ChosenOptions, WorkspaceProject } from './project.ts';
import { withOwnSourceRoots } from './source-roots.ts';
import { splitWorkspaces } from './split.ts';
import { readDeclaredWorkspaces } from './workspaces/declared.ts';

export interface DiscoveryOptions {
  /** Look for projects in the folders; otherwise each folder is one. */
  discover: boolean;
  /** Make each declared workspace a project of its own. */
  split: boolean;
  scan: ChosenOptions;
}

export interface Discovery {
  /** By label. */
  projects: WorkspaceProject[];
  /** What lies beside projects and belongs to none: folders, with their slash, and files of code. */
  without: string[];
  /** What could not be read of a project's own description, in words. */
  notes: string[];
}

/**
 * The projects of some folders. A project is called by its path below the folder that was given, or by that folder's
 * own name: so a name depends on nothing but the project's place, and not on which others there are.
 *
 * @param folders as a person wrote them
 * @throws {AnalyzerError} `not_found`, `unreadable`; `usage` for names that collide and folders that overlap
 */
export function discover(folders: readonly string[], options: DiscoveryOptions): Discovery {
  const scan = completeOptions(options.scan);
  const found: Discovery = { projects: [], without: [], notes: [] };
  for (const folder of folders) {
    const { location, name } = openRoot(folder);
    const { roots, without } = options.discover ? findRoots(location, scan.exclude) : { roots: [], without: [] };
    for (const root of roots.length === 0 ? [''] : roots) {
      const project = describe(joined(folder, root), joined(location, root), found.notes);
      found.projects.push({ ...project, label: root === '' ? name : root, options: scan });
    }
    found.without.push(...without.map((path) => joined(folder, path)));
  }
  if (found.projects.length === 0) throw new AnalyzerError('usage', { problem: 'no folder was given' });
  // A folder that was given twice has one name too; that it is the same folder says more.
  requireDisjointRoots(found.projects);
  requireDistinctLabels(found.projects);
  if (options.split) found.projects = found.projects.flatMap(splitWorkspaces);
  requireDistinctLabels(found.projects);
  found.projects = withOwnSourceRoots(found.projects, scan.source_roots);
  found.projects.sort((a, b) => compareBytes(a.label, b.label));
  return found;
}

/**
 * @param path as a person wrote it
 * @param location the same, absolute
 * @param notes where to say what could not be read
 */
export function describe(
  path: string,
  location: string,
  notes: string[],
): Pick<WorkspaceProject, 'path' | 'root' | 'markers' | 'workspaces'> {
  const content = readFolder(location);
  const names = 'reason' in content ? [] : content.names;
  const declared = readDeclaredWorkspaces(location, names);
  notes.push(...declared.notes.map((note) => `${path}: ${note}`));
  return { path, root: resolve(location), markers: markersAmong(names), workspaces: declared.paths };
}

function joined(folder: string, path: string): string {
  if (path === '') return folder;
  return folder.endsWith('/') ? folder + path : `${folder}/${path}`;
}
