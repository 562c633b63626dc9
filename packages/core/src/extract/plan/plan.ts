import { compareBytes } from '@analyzer/contracts/order';
import type { Snapshot } from '#index/port.ts';
import { buildTasks, type OpenFamily, type PackageFamilies } from './build-tasks.ts';
import { problemsOf } from './check-config.ts';
import { type ConfigProblem, refuseProblems } from './config-problem.ts';
import { documentDigest } from './digest.ts';
import { type Families, readFamilies } from './families.ts';
import type { Family, Plan, PlanConfig, PlanFamily, PlanOptions, PlanTask } from './model.ts';
import { Routing } from './routing.ts';

/**
 * The plan of an index. It depends only on the content of the index, the configuration and the options.
 *
 * @throws AnalyzerError `invalid_request` with pointers into the configuration
 */
export function planOf(snapshot: Snapshot, config: PlanConfig, options: PlanOptions): Plan {
  const routing = checkedRouting(snapshot, config);
  return assemble(snapshot.id, readFamilies(snapshot, options), { config, options, routing });
}

const LABELS = 'SELECT label FROM project ORDER BY id';

/** @throws AnalyzerError `invalid_request` */
export function checkedRouting(snapshot: Snapshot, config: PlanConfig): Routing {
  const labels = new Set(snapshot.all(LABELS, [], (row) => row.text('label')));
  const routing = new Routing(config);
  refuseProblems([...problemsOf(config, labels), ...routing.problems]);
  return routing;
}

interface Basis {
  config: PlanConfig;
  options: PlanOptions;
  routing: Routing;
}

/** @throws AnalyzerError `invalid_request` if a project with tasks has no repository */
export function assemble(
  snapshotId: string,
  { families, skipped }: Families,
  { config, options, routing }: Basis,
): Plan {
  const packages = new Map<string, PackageFamilies>();
  const open: OpenFamily[] = [];
  const listed: PlanFamily[] = [];
  for (const family of families) {
    const target = routing.targetOf(family);
    if ('candidates' in target) {
      open.push({ family, candidates: target.candidates });
      listed.push(planFamily(family, null));
      continue;
    }
    const { package_id: id } = target.package;
    const its = packages.get(id);
    if (its === undefined) packages.set(id, { target: target.package, families: [family] });
    else its.families.push(family);
    listed.push(planFamily(family, id));
  }
  const ordered = [...packages.values()].sort((a, b) => compareBytes(a.target.package_id, b.target.package_id));
  const tasks = buildTasks(ordered, open, config);
  refuseProblems(missingRepositories(config, tasks));
  const plan: Omit<Plan, 'plan_digest'> = {
    schema: 'analyzer.extraction-plan.v1',
    snapshot_id: snapshotId,
    options,
    config,
    packages: ordered.map(({ target }) => target),
    families: listed,
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

function planFamily({ family_id, group_ids, occurrences }: Family, packageId: string | null): PlanFamily {
  return {
    family_id,
    group_ids,
    package_id: packageId,
    occurrences: occurrences.map(({ name: _, ...occurrence }) => occurrence),
  };
}

function missingRepositories({ repositories }: PlanConfig, tasks: readonly PlanTask[]): ConfigProblem[] {
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
