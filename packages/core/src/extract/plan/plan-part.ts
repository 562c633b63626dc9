import type { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { invalidRequest } from '#query/request/field-errors.ts';
import type { Plan, Stage } from './model.ts';
import { taskKey } from './task-keys.ts';

/** The packages and libraries of a plan without its families and tasks. */
export function planSummary(plan: Plan): Plan {
  return { ...plan, families: [], tasks: [], omitted: { families: plan.families.length, tasks: plan.tasks.length } };
}

/**
 * One package of a plan with its families, and its tasks: those that change other projects are omitted.
 *
 * @throws AnalyzerError `invalid_request` if the plan has no such package
 */
export function planPart(plan: Plan, id: string): Plan {
  const target = plan.packages.find((one) => one.package_id === id);
  if (target === undefined) throw unknownPackage(plan, id);
  const families = plan.families.filter((one) => one.package_id === id);
  const keys = new Set((['design', 'package', 'verify', 'release'] as const).map((stage: Stage) => taskKey(stage, id)));
  const tasks = plan.tasks.filter(({ task_key: key }) => keys.has(key));
  return {
    ...plan,
    packages: [target],
    ...(plan.libraries !== undefined && { libraries: plan.libraries.filter((one) => one.package_id === id) }),
    families,
    tasks,
    omitted: { families: plan.families.length - families.length, tasks: plan.tasks.length - tasks.length },
  };
}

function unknownPackage({ packages }: Plan, id: string): AnalyzerError {
  const ids = packages.map(({ package_id: its }) => its);
  const meant = nearest(id, ids);
  const message = `the plan has no package ${id}`;
  const hint = meant === undefined ? `Its packages: ${ids.slice(0, 10).join(', ')}.` : `Did you mean ${meant}?`;
  return invalidRequest([{ pointer: '/params/library', code: 'not_allowed', message }], hint);
}
