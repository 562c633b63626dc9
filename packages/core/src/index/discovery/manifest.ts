import { dirname, join, normalize } from 'node:path';
import { AnalyzerError, type FieldError } from '@analyzer/contracts';
import type { WorkspaceConfigV1, WorkspaceProject } from '@analyzer/contracts/analyzer.workspace-config.v1';
import { validate } from '@analyzer/contracts/analyzer.workspace-config.v1/validate';
import { compareBytes } from '@analyzer/contracts/order';
import { completeOptions, requireSourceRoots } from '#scan/options.ts';
import { isFolder } from '#tree/folder.ts';
import { Glob } from '#tree/globs/glob.ts';
import { readInputFile } from '#tree/input-file.ts';
import { openRoot } from '#tree/root.ts';
import { type Discovery, describe } from './discover.ts';
import { requireDisjointRoots, requireDistinctLabels } from './disjoint.ts';
import type { Origin } from './origin.ts';
import type { ChosenOptions, WorkspaceProject as IndexedProject } from './project.ts';
import { fieldErrorOf } from './schema-problem.ts';
import { withOwnSourceRoots } from './source-roots.ts';
import { splitWorkspaces } from './split.ts';

export interface DescriptionOptions {
  /** Treat each declared workspace as a project. */
  split: boolean;
  /** Choices for all projects. */
  scan: ChosenOptions;
}

/** Far larger than a list of projects needs to be. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Reads the projects of a workspace file. Its settings of a project have precedence over choices for all projects;
 * globs of both are excluded. Source roots chosen for all projects apply to the projects that contain them.
 *
 * @param path of the file, as the user wrote it
 * @throws {AnalyzerError} `not_found`, `unreadable`; `invalid_file` with the location of the problem; `usage` for
 *   overlapping folders
 */
export function readManifest(path: string, options: DescriptionOptions): Discovery {
  return describeListed(path, parse(path, readText(path)).projects, options);
}

/**
 * The projects that a file lists.
 *
 * @param path of the file, as the user wrote it
 * @param projects as in the file, valid by its schema
 * @throws {AnalyzerError} as `readManifest`
 */
export function describeListed(
  path: string,
  projects: readonly WorkspaceProject[],
  options: DescriptionOptions,
): Discovery {
  requireDistinctIds(path, projects);
  const notes: string[] = [];
  const named = projects.map((project, index) => {
    const folder = join(dirname(path), project.path);
    return at(path, `/projects/${index}`, () => {
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

function readText(path: string): string {
  const bytes = readInputFile(path, { limit: LARGEST + 1, follow: true });
  if (bytes === undefined) throw new AnalyzerError('not_found', { what: 'workspace file', name: path });
  if (bytes.length > LARGEST) throw new AnalyzerError('unreadable', { path, reason: 'it is larger than 16 MiB' });
  return bytes.toString();
}

function parse(path: string, text: string): WorkspaceConfigV1 {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw invalid(path, { pointer: '', code: 'bad_format', message: `invalid JSON: ${problem}` }, error);
  }
  if (validate(value)) return value;
  const [first] = validate.errors ?? [];
  throw invalid(path, first === undefined ? NOT_KNOWN : fieldErrorOf(first));
}

const NOT_KNOWN: FieldError = { pointer: '', code: 'bad_format', message: 'is not a workspace file' };

function requireDistinctIds(path: string, projects: readonly WorkspaceProject[]): void {
  const indices = new Map<string, number>();
  for (const [index, { id }] of projects.entries()) {
    const other = indices.get(id);
    if (other !== undefined) {
      const message = `is ${id} like /projects/${other}/id`;
      throw invalid(path, { pointer: `/projects/${index}/id`, code: 'not_allowed', message });
    }
    indices.set(id, index);
  }
}

/** Adds the location in the file to errors of one project. */
function at<T>(path: string, pointer: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    throw invalid(path, { pointer, code: 'not_allowed', message: error.message }, error, error.hint);
  }
}

function invalid(path: string, error: FieldError, cause?: unknown, hint?: string): AnalyzerError {
  const { pointer, message } = error;
  const problem = pointer === '' ? message : `${pointer} ${message}`;
  return new AnalyzerError(
    'invalid_file',
    { path, problem },
    { hint: hint ?? 'Its schema: analyzer.workspace-config.v1.', errors: [error], cause },
  );
}
