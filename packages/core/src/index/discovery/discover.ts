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
  /** Search the folders for projects; otherwise each folder is a project. */
  discover: boolean;
  /** Treat each declared workspace as a project. */
  split: boolean;
  scan: ChosenOptions;
}

export interface Discovery {
  /** Ordered by label. */
  projects: WorkspaceProject[];
  /** Paths outside of projects: folders, with a trailing slash, and source files. */
  without: string[];
  /** Unreadable project descriptions, in words. */
  notes: string[];
}

/**
 * Finds the projects in folders. The label of a project is its path relative to the given folder, or that folder's
 * name: it depends only on the project's location, not on other projects.
 *
 * @param folders as the user wrote them
 * @throws {AnalyzerError} `not_found`, `unreadable`; `usage` for duplicate labels and overlapping folders
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
  // Checked first: for a folder given twice this error is more precise than the one of duplicate labels.
  requireDisjointRoots(found.projects);
  requireDistinctLabels(found.projects);
  if (options.split) found.projects = found.projects.flatMap(splitWorkspaces);
  requireDistinctLabels(found.projects);
  found.projects = withOwnSourceRoots(found.projects, scan.source_roots);
  found.projects.sort((a, b) => compareBytes(a.label, b.label));
  return found;
}

/**
 * @param path as the user wrote it
 * @param location the same path, absolute
 * @param notes receives unreadable descriptions
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
