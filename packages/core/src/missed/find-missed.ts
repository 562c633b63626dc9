import type { ScanOptions } from '#scan/model.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { findMissedInProjects, type MissedContext, type MissedInProjects } from './find-in-projects.ts';
import type { Missed, MissedHistory, MissedOptions } from './model.ts';
import type { ProjectToSearch } from './searched-project.ts';

/**
 * Finds changes that did not reach the copies of the changed code (docs/specifications/missed.md), from the objects of a
 * repository alone.
 *
 * @param tree a folder at a commit, owned by the caller
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`; errors of the engine
 */
export async function findMissed(
  tree: GitTree,
  options: MissedOptions,
  scan: ScanOptions,
  context: MissedContext,
): Promise<Missed> {
  const started = performance.now();
  const found = await findMissedInProjects([{ label: '', tree, scan }], options, context);
  return { root: tree.name, revision: tree.revision, scan, ...resultOf(found, options, context, started) };
}

/**
 * The same for several projects: paths of findings start with the labels.
 *
 * @param name of all of them
 */
export async function findMissedInAll(
  name: string,
  projects: readonly ProjectToSearch[],
  options: MissedOptions,
  context: MissedContext,
): Promise<Missed> {
  const started = performance.now();
  const found = await findMissedInProjects(projects, options, context);
  return {
    root: name,
    projects: projects.map(({ label, tree }) => ({ label, object: tree.revision.object })),
    ...resultOf(found, options, context, started),
  };
}

function resultOf(
  { findings, apart, left_out, histories, files, parsed }: MissedInProjects,
  options: MissedOptions,
  { engine }: MissedContext,
  started: number,
): Omit<Missed, 'root' | 'revision' | 'projects' | 'scan'> {
  return {
    engine: engine.name,
    options,
    findings: findings.map(({ finding }) => finding),
    apart,
    left_out,
    history: sumOf(histories),
    runtime: {
      jobs: engine.jobs,
      wall_ms: Math.round(performance.now() - started),
      files,
      parsed_versions: parsed,
    },
  };
}

function sumOf(histories: readonly MissedHistory[]): MissedHistory {
  const sum = (name: 'commits' | 'seen' | 'hunks') => histories.reduce((total, its) => total + its[name], 0);
  return {
    commits: sum('commits'),
    seen: sum('seen'),
    hunks: sum('hunks'),
    is_cut: histories.some((its) => its.is_cut),
    is_shallow: histories.some((its) => its.is_shallow),
    without_renames: histories.some((its) => its.without_renames),
  };
}
