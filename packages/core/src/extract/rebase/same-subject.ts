import type { Plan } from '../plan/model.ts';
import { needsRelease, releaseOf } from '../plan/releases.ts';
import { isIn } from '../plan/routing.ts';
import { subjectsOf } from '../result/subjects.ts';

type Content = Pick<Plan, 'config' | 'packages' | 'families' | 'tasks'>;

/**
 * What a task is about, without its copies and without the parts of a configuration that do not concern it. A design does not
 * depend on the name and the path of its package.
 */
export function subjectText(key: string, plan: Content): string {
  const task = plan.tasks.find((one) => one.task_key === key);
  if (task === undefined) return '';
  const { package: target, families } = subjectsOf(plan).get(key) ?? { package: null, families: [] };
  if (target === null && task.stage === 'route-review') return JSON.stringify([task.project, plan.config.packages]);
  if (target === null) return JSON.stringify([task.project, ...neededPackages(plan, task.project, families)]);
  const { package_id: id, language, kind, name, project, path } = target;
  const design = [project, id, language, kind];
  if (task.stage === 'design') return JSON.stringify(design);
  return JSON.stringify([...design, name, path, task.stage === 'release' && releaseOf(plan.config, target)]);
}

/** The packages that replace copies of a project, with their releases. */
function neededPackages(
  { config, packages }: Content,
  project: string,
  families: readonly Content['families'][number][],
): unknown[] {
  return packages.flatMap((target) => {
    const { package_id: id, name, path } = target;
    const isNeeded = families.some(
      ({ package_id: its, occurrences }) =>
        its === id && occurrences.some((one) => one.project === project && !isIn(target, one)),
    );
    const release = needsRelease(config, target, project) ? releaseOf(config, target) : undefined;
    return isNeeded ? [[id, name, path, target.project, release ?? null]] : [];
  });
}
