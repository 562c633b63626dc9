import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { isIn } from '../plan/routing.ts';
import { taskKey } from '../plan/task-keys.ts';
import type { Family, Package, Task } from './model.ts';

/** What a task of a plan is about. */
export interface Subject {
  /** Null if the task is about a project or chooses a package. */
  package: Package | null;
  families: readonly Family[];
}

/** The package and the families of each task, by task key: a key is the digest of its stage and its scope. */
export function subjectsOf(
  plan: Pick<ExtractionPlanV1, 'packages' | 'families' | 'tasks'>,
): ReadonlyMap<string, Subject> {
  const byPackage = new Map<string | null, Family[]>();
  for (const family of plan.families) {
    const its = byPackage.get(family.package_id);
    if (its === undefined) byPackage.set(family.package_id, [family]);
    else its.push(family);
  }
  const subjects = new Map<string, Subject>();
  for (const target of plan.packages) {
    const subject = { package: target, families: byPackage.get(target.package_id) ?? [] };
    for (const stage of ['design', 'package', 'verify', 'release'] as const) {
      subjects.set(taskKey(stage, target.package_id), subject);
    }
  }
  for (const family of byPackage.get(null) ?? []) {
    subjects.set(taskKey('route-review', family.family_id), { package: null, families: [family] });
  }
  for (const task of plan.tasks) {
    if (subjects.has(task.task_key)) continue;
    const isCopied = ({ occurrences }: Family) => occurrences.some(({ project }) => project === task.project);
    subjects.set(task.task_key, { package: null, families: plan.families.filter(isCopied) });
  }
  return subjects;
}

export interface NamedCopy {
  family: Family;
  occurrence: Family['occurrences'][number];
}

/** The copies that a task is about: those of the package's families, or those that a migration replaces. */
export function copiesOf(plan: ExtractionPlanV1, task: Task): NamedCopy[] {
  if (task.stage !== 'package' && task.stage !== 'verify') return copiesToReplace(plan, task);
  const { families } = subjectsOf(plan).get(task.task_key) ?? { families: [] };
  return families.flatMap((family) => family.occurrences.map((occurrence) => ({ family, occurrence })));
}

/** The copies that a task replaces: those of its project outside of the packages. Only a migrate task has any. */
function copiesToReplace({ packages, families }: ExtractionPlanV1, { stage, project }: Task): NamedCopy[] {
  if (stage !== 'migrate') return [];
  const targets = new Map(packages.map((one) => [one.package_id, one]));
  return families.flatMap((family) => {
    const target = targets.get(family.package_id ?? '');
    if (target === undefined) return [];
    const copies = family.occurrences.filter((one) => one.project === project && !isIn(target, one));
    return copies.map((occurrence) => ({ family, occurrence }));
  });
}
