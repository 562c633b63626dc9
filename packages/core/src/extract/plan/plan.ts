import { compareBytes } from '@analyzer/contracts/order';
import type { Snapshot } from '#index/port.ts';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { buildTasks, type OpenFamily, type PackageFamilies } from './build-tasks.ts';
import { problemsOf } from './check-config.ts';
import { chosenFamilies, chosenLibraries } from './choose.ts';
import { withDigests } from './code-digests.ts';
import { type ConfigProblem, refuseProblems } from './config-problem.ts';
import { documentDigest } from './digest.ts';
import { type Families, readFamilies } from './families.ts';
import { readFacts } from './libraries/facts.ts';
import type { LibraryFacts } from './libraries/model.ts';
import type { Family, Plan, PlanConfig, PlanFamily, PlanOptions, PlanTask } from './model.ts';
import { Routing } from './routing.ts';

/**
 * The plan of an index. It depends only on the content of the index, the configuration and the options.
 *
 * @throws AnalyzerError `invalid_request` with pointers into the configuration
 */
export function planOf(snapshot: Snapshot, config: PlanConfig, options: PlanOptions): Plan {
  return assemble(snapshot.id, readBasis(snapshot, config, options));
}

const LABELS = 'SELECT label FROM project ORDER BY id';

/** What a plan is computed from. */
export interface Basis {
  config: PlanConfig;
  options: PlanOptions;
  routing: Routing;
  read: Families;
  /** Only for a plan of libraries. */
  facts?: LibraryFacts;
  /** Adds the digests of the copies of a family; undefined if tasks depend on complete files. */
  digested?(family: Family): Family;
}

/** @throws AnalyzerError `invalid_request` with pointers into the configuration */
export function readBasis(snapshot: Snapshot, config: PlanConfig, options: PlanOptions): Basis {
  const labels = new Set(snapshot.all(LABELS, [], (row) => row.text('label')));
  const routing = new Routing(config);
  refuseProblems([...problemsOf(config, labels), ...routing.problems]);
  if (config.planning === undefined)
    return { config, options, routing, read: readFamilies(snapshot, options, options.max_groups) };
  const digested = (family: Family) => withDigests(snapshot, family);
  if (config.planning === 'families')
    return { config, options, routing, read: readFamilies(snapshot, options, options.max_groups), digested };
  const read = readFamilies(snapshot, options, LIBRARY_RULES.limits.families);
  return { config, options, routing, read, facts: readFacts(snapshot, read.families), digested };
}

/**
 * @param most families, fewer than the options allow
 * @throws AnalyzerError `invalid_request` if a project with tasks has no repository
 */
export function assemble(snapshotId: string, basis: Basis, most = basis.options.max_groups): Plan {
  const { config, options } = basis;
  const { digested = (family) => family } = basis;
  const { libraries, skipped, ...chosen } =
    basis.facts === undefined ? chosenFamilies(basis, most) : chosenLibraries(basis, basis.facts, most);
  const families = chosen.families.map(({ family, target }) => ({ family: digested(family), target }));
  const open: OpenFamily[] = [];
  const filled = new Map<string, PackageFamilies>();
  for (const { family, target } of families) {
    if ('candidates' in target) open.push({ family, candidates: target.candidates });
    else {
      const its = filled.get(target.package.package_id);
      if (its === undefined) filled.set(target.package.package_id, { target: target.package, families: [family] });
      else its.families.push(family);
    }
  }
  const ordered = [...filled.values()].sort((a, b) => compareBytes(a.target.package_id, b.target.package_id));
  const tasks = buildTasks(ordered, open, config);
  refuseProblems(missingRepositories(config, tasks));
  const plan: Omit<Plan, 'plan_digest'> = {
    schema: 'analyzer.extraction-plan.v1',
    snapshot_id: snapshotId,
    options,
    config,
    packages: ordered.map(({ target }) => target),
    ...(libraries !== undefined && { libraries }),
    families: families.map(({ family, target }) =>
      planFamily(family, 'package' in target ? target.package.package_id : null),
    ),
    tasks,
    skipped: Object.fromEntries(skipped),
  };
  const { schema, snapshot_id, ...content } = plan;
  return { schema, snapshot_id, plan_digest: planDigest(plan), ...content };
}

/** Digest of a plan without its property `plan_digest`. */
export function planDigest(plan: Omit<Plan, 'plan_digest'>): string {
  return documentDigest({ ...plan, plan_digest: undefined });
}

/** A family as a plan lists it. */
export function planFamily(
  { family_id, group_ids, occurrences, relation }: Family,
  packageId: string | null,
): PlanFamily {
  return {
    family_id,
    group_ids,
    package_id: packageId,
    ...(relation && { relation }),
    occurrences: occurrences.map(({ name: _, node: __, ...occurrence }) => occurrence),
  };
}

/** Projects with tasks that a configuration does not list. */
export function missingRepositories({ repositories }: PlanConfig, tasks: readonly PlanTask[]): ConfigProblem[] {
  const listed = new Set(repositories.map(({ project }) => project));
  const needed = new Set(tasks.map(({ project }) => project));
  return [...needed]
    .filter((project) => !listed.has(project))
    .sort(compareBytes)
    .map((project) => ({
      pointer: '/repositories',
      code: 'missing',
      message: `repositories does not list ${project}, which receives tickets`,
      hint: `Add ${JSON.stringify({ project, remote: '' })} to repositories; an empty remote is enough for a plan.`,
    }));
}
