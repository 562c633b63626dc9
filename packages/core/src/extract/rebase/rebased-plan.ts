import { isDeepStrictEqual } from 'node:util';
import { compareBytes } from '@analyzer/contracts/order';
import { buildTasks, type OpenFamily, type PackageFamilies } from '../plan/build-tasks.ts';
import type { Family, Plan, PlanOccurrence, PlanTask } from '../plan/model.ts';
import { planDigest, planFamily } from '../plan/plan.ts';
import { Routing } from '../plan/routing.ts';
import { subjectsOf } from '../result/subjects.ts';
import type { CurrentCopies } from './current-copies.ts';
import { isSameCode, type Refreshed } from './refresh.ts';
import { subjectText } from './same-subject.ts';

/** The digest of the inputs that a stored result names, by task. */
export type ResultInputs = ReadonlyMap<string, string>;

/**
 * The recorded plan with its copies as they are now. It has the ids, packages and task keys of before. A task whose inputs did
 * not change has the same digest of its inputs. So has a task with a result for the code that the copies have now, also if their
 * imports or callers changed.
 *
 * @param plans revisions; the last one is current
 * @param results those that may be kept
 * @param base the current plan, perhaps with another configuration
 */
export function rebasedPlan(
  plans: readonly Plan[],
  { families }: Refreshed,
  current: CurrentCopies,
  results: ResultInputs,
  base = plans.at(-1),
): Plan {
  const plan = plans.at(-1);
  if (plan === undefined || base === undefined) throw new RangeError('a state has at least one plan');
  const built = build(base, families, ({ now }) => now);
  const before = new Map(build(base, families, (one) => one.before).tasks.map((task) => [task.task_key, task]));
  const recorded = new Map(plan.tasks.map((task) => [task.task_key, task]));
  const content = {
    ...base,
    snapshot_id: current.snapshotId,
    packages: built.packages,
    ...(plan.libraries !== undefined && { libraries: librariesOf(plan, built.packages) }),
    families: families.map(({ now, packageId }) => planFamily(now, packageId)),
  };
  const isWithGroup = new Map(families.map(({ now: { family_id: id } }) => [id, current.familyOf(id) !== undefined]));
  const subjects = subjectsOf({ ...content, tasks: built.tasks });
  const tasks = built.tasks.map((task) => {
    const { task_key: key, input_digest: fresh } = task;
    const result = results.get(key);
    if (
      result !== undefined &&
      result !== fresh &&
      isForSameCode(key, result, plans, { ...content, tasks: built.tasks })
    )
      return withDigest(task, result);
    const own = recorded.get(key);
    const isUnchanged =
      own !== undefined &&
      before.get(key)?.input_digest === fresh &&
      (base === plan || subjectText(key, plan) === subjectText(key, { ...content, tasks: built.tasks }));
    const isComputable = subjects.get(key)?.families.every(({ family_id: id }) => isWithGroup.get(id) === true);
    return isUnchanged && isComputable !== true ? withDigest(task, own.input_digest) : task;
  });
  const { plan_digest: _, ...rebased } = { ...content, tasks };
  const { schema, snapshot_id, ...others } = rebased;
  const isSame = isDeepStrictEqual({ ...rebased, snapshot_id: '' }, { ...withoutDigest(plan), snapshot_id: '' });
  return isSame ? plan : { schema, snapshot_id, plan_digest: planDigest(rebased), ...others };
}

function withoutDigest({ plan_digest: _, ...plan }: Plan): Omit<Plan, 'plan_digest'> {
  return plan;
}

function librariesOf({ libraries = [] }: Plan, packages: Plan['packages']): NonNullable<Plan['libraries']> {
  const ids = new Set(packages.map(({ package_id: id }) => id));
  return libraries.filter(({ package_id: id }) => ids.has(id));
}

function withDigest(task: PlanTask, digest: string): PlanTask {
  return { ...task, input_digest: digest, brief: task.brief.replaceAll(task.input_digest, digest) };
}

function build(
  { config, packages }: Plan,
  families: Refreshed['families'],
  choose: (family: Refreshed['families'][number]) => Family,
): Pick<Plan, 'packages' | 'tasks'> {
  const routing = new Routing(config);
  const filled = new Map<string, PackageFamilies>();
  const open: OpenFamily[] = [];
  for (const one of families) {
    const family = choose(one);
    const target = packages.find(({ package_id: id }) => id === one.packageId);
    if (target === undefined) {
      const chosen = routing.targetOf(family);
      open.push({ family, candidates: 'candidates' in chosen ? chosen.candidates : [] });
      continue;
    }
    const its = filled.get(target.package_id);
    if (its === undefined) filled.set(target.package_id, { target, families: [family] });
    else its.families.push(family);
  }
  const ordered = [...filled.values()].sort((a, b) => compareBytes(a.target.package_id, b.target.package_id));
  return { packages: ordered.map(({ target }) => target), tasks: buildTasks(ordered, open, config) };
}

type Content = Omit<Plan, 'plan_digest'>;

/** Whether a revision had the task with these inputs, and its copies had the code that they have now. */
function isForSameCode(key: string, digest: string, plans: readonly Plan[], now: Content): boolean {
  const copies = copiesOf(key, now);
  return plans.some((plan) => {
    if (!plan.tasks.some((task) => task.task_key === key && task.input_digest === digest)) return false;
    if (subjectText(key, plan) !== subjectText(key, now)) return false;
    const its = copiesOf(key, plan);
    return its.size === copies.size && [...its].every(([name, one]) => hasSameCode(one, copies.get(name) ?? []));
  });
}

function hasSameCode(one: readonly PlanOccurrence[], other: readonly PlanOccurrence[]): boolean {
  return one.length === other.length && one.every((copy) => other.some((its) => isSameCode(copy, its)));
}

/** The copies that a task is about, by family, project and name. */
function copiesOf(key: string, plan: Content): Map<string, PlanOccurrence[]> {
  const task = plan.tasks.find((one) => one.task_key === key);
  const copies = new Map<string, PlanOccurrence[]>();
  const isOfProject = task?.stage === 'migrate' || task?.stage === 'validate';
  for (const { family_id: id, package_id: its, occurrences } of subjectsOf(plan).get(key)?.families ?? []) {
    for (const one of occurrences) {
      if (isOfProject && one.project !== task.project) continue;
      const name = JSON.stringify([id, its, one.project, one.qualified_name]);
      copies.set(name, [...(copies.get(name) ?? []), one]);
    }
  }
  return copies;
}
