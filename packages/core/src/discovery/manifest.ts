import { dirname, join, normalize } from 'node:path';
import type { WorkspaceProject } from '@analyzer/contracts/analyzer.workspace-config.v1';
import { validate } from '@analyzer/contracts/analyzer.workspace-config.v1/validate';
import { compareBytes } from '@analyzer/contracts/order';
import { completeOptions, requireSourceRoots } from '#scan/options.ts';
import { isFolder } from '#tree/folder.ts';
import { Glob } from '#tree/globs/glob.ts';
import { openRoot } from '#tree/root.ts';
import { type Discovery, describe } from './discover.ts';
import { requireDisjointRoots, requireDistinctLabels } from './disjoint.ts';
import type { Origin } from './origin.ts';
import type { ChosenOptions, WorkspaceProject as IndexedProject } from './project.ts';
import { SettingsFile } from './settings-file.ts';
import { withOwnSourceRoots } from './source-roots.ts';
import { splitWorkspaces } from './split.ts';

export interface DescriptionOptions {
  /** Treat each declared workspace as a project. */
  split: boolean;
  /** Choices for all projects. */
  scan: ChosenOptions;
}

/** Far larger than a list of projects needs to be. */
const LARGEST_MEBIBYTES = 16;

/**
 * Reads the projects of a workspace file. Its settings of a project have precedence over choices for all projects;
 * globs of both are excluded. Source roots chosen for all projects apply to the projects that contain them.
 *
 * @param path of the file, as the user wrote it
 * @throws {AnalyzerError} `not_found`, `unreadable`; `invalid_file` with the location of the problem; `usage` for
 *   overlapping folders
 */
export function readManifest(path: string, options: DescriptionOptions): Discovery {
  const schema = 'analyzer.workspace-config.v1';
  const file = new SettingsFile(path, { what: 'workspace file', schema, mebibytes: LARGEST_MEBIBYTES, follow: true });
  return describeListed(file, file.validated(file.readExisting(), validate).projects, options);
}

/**
 * The projects that a file lists.
 *
 * @param projects as in the file, valid by its schema
 * @throws {AnalyzerError} as `readManifest`
 */
export function describeListed(
  file: SettingsFile,
  projects: readonly WorkspaceProject[],
  options: DescriptionOptions,
): Discovery {
  const { path } = file;
  requireDistinctIds(file, projects);
  const notes: string[] = [];
  const named = projects.map((project, index) => {
    const folder = join(dirname(path), project.path);
    return file.at(`/projects/${index}`, () => {
      const { location } = openRoot(folder);
      const scan = completeOptions(optionsOf(project, options.scan));
      if (project.source_roots !== undefined) {
        requireSourceRoots((name) => isFolder(`${location}/${name}`), scan.source_roots);
      }
      for (const glob of scan.exclude) new Glob(glob, 'exclude');
      return { ...describe(normalize(folder), location, notes), label: project.id, options: scan };
    });
  });
  requireDisjointRoots(named);
  // Projects with their own source roots, and projects that get those of the chosen ones that they contain.
  const [own, others]: [IndexedProject[], IndexedProject[]] = [[], []];
  for (const [index, project] of named.entries()) {
    const parts = options.split ? splitWorkspaces(project) : [project];
    (projects[index]?.source_roots === undefined ? others : own).push(...parts);
  }
  const { source_roots: chosen } = completeOptions(options.scan);
  const all = [...own, ...withOwnSourceRoots(others, chosen)];
  requireDistinctLabels(all);
  const origins: Origin[] = [{ how: 'file', path, projects: named.length }];
  return { projects: all.sort((a, b) => compareBytes(a.label, b.label)), origins, notes };
}

function optionsOf(project: WorkspaceProject, chosen: ChosenOptions): ChosenOptions {
  const { id: _, path: __, exclude = [], ...own } = project;
  return { ...chosen, ...own, exclude: [...(chosen.exclude ?? []), ...exclude] };
}

function requireDistinctIds(file: SettingsFile, projects: readonly WorkspaceProject[]): void {
  const indices = new Map<string, number>();
  for (const [index, { id }] of projects.entries()) {
    const other = indices.get(id);
    if (other !== undefined) {
      const message = `is ${id} like /projects/${other}/id`;
      throw file.invalid({ pointer: `/projects/${index}/id`, code: 'not_allowed', message });
    }
    indices.set(id, index);
  }
}
