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
import type { ChosenOptions, WorkspaceProject as IndexedProject } from './project.ts';
import { fieldErrorOf } from './schema-problem.ts';
import { withOwnSourceRoots } from './source-roots.ts';
import { splitWorkspaces } from './split.ts';

/** Far more projects than a person lists. */
const LARGEST = 16 * 1024 * 1024;

/**
 * The projects that a workspace file names. What it sets for a project counts before what was chosen for all; globs of
 * both are excluded. Source roots that were chosen for all go to those projects that have them.
 *
 * @param path of the file, as a person wrote it
 * @param options `split`: make each declared workspace a project of its own; `scan`: chosen for all projects
 * @throws {AnalyzerError} `not_found`, `unreadable`; `invalid_file` with the place that is wrong; `usage` for folders
 *   that overlap
 */
export function readManifest(path: string, options: { split: boolean; scan: ChosenOptions }): Discovery {
  const { projects } = parse(path, readText(path));
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
  // Those that set their own source roots, and those that get of the chosen ones what they have.
  const [own, others]: [IndexedProject[], IndexedProject[]] = [[], []];
  for (const [index, project] of named.entries()) {
    const parts = options.split ? splitWorkspaces(project) : [project];
    (projects[index]?.source_roots === undefined ? others : own).push(...parts);
  }
  const { source_roots: chosen } = completeOptions(options.scan);
  const all = [...own, ...withOwnSourceRoots(others, chosen)];
  requireDistinctLabels(all);
  return { projects: all.sort((a, b) => compareBytes(a.label, b.label)), without: [], notes };
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
    throw invalid(path, { pointer: '', code: 'bad_format', message: `is no JSON: ${problem}` }, error);
  }
  if (validate(value)) return value;
  const [first] = validate.errors ?? [];
  throw invalid(path, first === undefined ? NOT_KNOWN : fieldErrorOf(first));
}

const NOT_KNOWN: FieldError = { pointer: '', code: 'bad_format', message: 'is no workspace file' };

function requireDistinctIds(path: string, projects: readonly WorkspaceProject[]): void {
  const places = new Map<string, number>();
  for (const [index, { id }] of projects.entries()) {
    const other = places.get(id);
    if (other !== undefined) {
      const message = `is ${id} like /projects/${other}/id`;
      throw invalid(path, { pointer: `/projects/${index}/id`, code: 'not_allowed', message });
    }
    places.set(id, index);
  }
}

/** Says of what is wrong with one project where in the file it stands. */
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
