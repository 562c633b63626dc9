import { lstatSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { failureOf } from '#tree/failure.ts';
import type { Checkout } from '../state/model.ts';

export interface CheckoutSources {
  /** Absolute paths that the user named, by project. */
  named: ReadonlyMap<string, string>;
  /** Those of the state file. */
  recorded: readonly Checkout[];
  /** Those of the index. */
  indexed: ReadonlyMap<string, string>;
}

/**
 * The folder of each project that receives tickets: as named, else as recorded, else as indexed.
 *
 * @throws AnalyzerError `usage` for an unknown project, a missing folder, or one folder for two projects
 */
export function checkoutsOf(projects: readonly string[], sources: CheckoutSources): Checkout[] {
  const { named, indexed } = sources;
  const unknown = [...named.keys()].find((project) => !projects.includes(project));
  if (unknown !== undefined) {
    throw usage(`the plan has no task in the project ${unknown}`, `Its tasks are in ${projects.join(', ')}.`);
  }
  const recorded = new Map(sources.recorded.map(({ project, root }) => [project, root]));
  const checkouts = projects.map((project): Checkout => {
    const path = named.get(project) ?? recorded.get(project) ?? indexed.get(project);
    if (path === undefined) throw usage(`the folder of the project ${project} is unknown`, hintOf(project));
    return { project, root: realFolder(project, path) };
  });
  for (const one of checkouts) {
    const other = checkouts.find(({ project, root }) => project !== one.project && isInside(one.root, root));
    if (other !== undefined) {
      throw usage(
        `the folder of ${one.project} is in that of ${other.project}: ${one.root}`,
        'Each project needs a folder of its own.',
      );
    }
  }
  return checkouts;
}

/** Whether a folder is another one or inside of it. */
function isInside(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(other.endsWith(sep) ? other : other + sep);
}

function realFolder(project: string, path: string): string {
  try {
    const root = realpathSync(path);
    if (lstatSync(root).isDirectory()) return root;
  } catch (error) {
    failureOf(error);
  }
  throw usage(`the folder of the project ${project} does not exist: ${path}`, hintOf(project));
}

function hintOf(project: string): string {
  return `Name it with --checkout ${JSON.stringify(`${project}=PATH`)}.`;
}

function usage(problem: string, hint: string): AnalyzerError {
  return new AnalyzerError('usage', { problem }, { hint });
}
