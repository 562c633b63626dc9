import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';
import { completeOptions } from '#scan/options.ts';
import { openRoot } from '#tree/root.ts';
import { requireDisjointRoots, requireDistinctLabels } from './disjoint.ts';
import { type FoundRoots, findRoots } from './find-roots.ts';
import { readFolder } from './folder.ts';
import { firstMarker, markersAmong } from './markers.ts';
import type { Origin } from './origin.ts';
import { readPackages } from './packages.ts';
import type { ChosenOptions, WorkspaceProject } from './project.ts';
import { excludeProjects, labelOfRemainder } from './remainder.ts';
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
  /** In the order of the named folders. */
  origins: Origin[];
  /** Unreadable project descriptions, in words. */
  notes: string[];
}

/**
 * Finds the projects in folders. The label of a project is its path relative to the given folder, or that folder's
 * name: it depends only on the project's location, not on other projects. Source files of a folder that are outside of
 * the projects in it are a project of that folder: a named folder is always analyzed completely.
 *
 * @param folders as the user wrote them
 * @throws {AnalyzerError} `not_found`, `unreadable`; `usage` for duplicate labels and overlapping folders
 */
export function discover(folders: readonly string[], options: DiscoveryOptions): Discovery {
  const scan = completeOptions(options.scan);
  const origins: Origin[] = options.discover ? [] : [{ how: 'named', paths: [...folders] }];
  const found: Discovery = { projects: [], origins, notes: [] };
  const remainders: WorkspaceProject[] = [];
  for (const folder of folders) {
    const { location, name } = openRoot(folder);
    const { roots, hasSourcesOutside } = options.discover ? findRoots(location, scan) : NOT_SEARCHED;
    for (const root of roots.length === 0 ? [''] : roots) {
      const project = describe(joined(folder, root), joined(location, root), found.notes);
      found.projects.push({ ...project, label: root === '' ? name : root, options: scan });
    }
    if (!options.discover) continue;
    const isSplit = roots.length > 0 && !roots.includes('');
    const label = isSplit && hasSourcesOutside ? labelOfRemainder(name, roots) : undefined;
    if (label !== undefined) {
      remainders.push({
        label,
        path: folder,
        root: location,
        markers: [],
        workspaces: [],
        packages: [],
        options: scan,
      });
    }
    origins.push(isSplit ? searched(folder, roots, label) : unsearched(folder, location));
  }
  if (found.projects.length === 0) throw new AnalyzerError('usage', { problem: 'no folder was given' });
  // Checked first: for a folder given twice this error is more precise than the one of duplicate labels.
  requireDisjointRoots(found.projects);
  const all = [...found.projects, ...remainders];
  requireDistinctLabels(all);
  if (options.split) found.projects = found.projects.flatMap(splitWorkspaces);
  found.projects.push(...remainders.map((it) => excludeProjects(it, all)));
  requireDistinctLabels(found.projects);
  found.projects = withOwnSourceRoots(found.projects, scan.source_roots);
  found.projects.sort((a, b) => compareBytes(a.label, b.label));
  return found;
}

const NOT_SEARCHED: FoundRoots = { roots: [], hasSourcesOutside: false };

function searched(path: string, { length: projects }: readonly string[], remainder: string | undefined): Origin {
  return { how: 'search', path, projects, ...(remainder !== undefined && { remainder }) };
}

/** Of a folder that is one project. */
function unsearched(path: string, location: string): Origin {
  const content = readFolder(location);
  const marker = 'reason' in content ? undefined : firstMarker(content.names);
  return marker === undefined ? { how: 'unmarked', path } : { how: 'root', path, marker };
}

/**
 * @param path as the user wrote it
 * @param location the same path, absolute
 * @param notes receives unreadable descriptions
 */
export function describe(path: string, location: string, notes: string[]): Omit<WorkspaceProject, 'label' | 'options'> {
  const content = readFolder(location);
  const names = 'reason' in content ? [] : content.names;
  const declared = readDeclaredWorkspaces(location, names);
  notes.push(...declared.notes.map((note) => `${path}: ${note}`));
  const packages = readPackages(location, declared.paths);
  return { path, root: resolve(location), markers: markersAmong(names), workspaces: declared.paths, packages };
}

function joined(folder: string, path: string): string {
  if (path === '') return folder;
  return folder.endsWith('/') ? folder + path : `${folder}/${path}`;
}
