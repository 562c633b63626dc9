import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { PlannedTask } from './model.ts';

type Plan = ExtractionPlanV1;

/** What a task is about. */
export interface TaskScope {
  packages: Plan['packages'];
  /** With the occurrences of the task: those of its project for migrate and validate, otherwise all. */
  families: Plan['families'];
}

/**
 * The packages and families of a task. A plan states neither directly: a chain of tasks after a design is about one
 * package; migrate follows the verify tasks of all packages that its project needs.
 */
export class TaskScopes {
  readonly #plan: Plan;
  readonly #packageOf: ReadonlyMap<string, string>;
  readonly #tasks: ReadonlyMap<string, PlannedTask>;

  /**
   * @param keyOf the key of a task of a stage about a package or family
   */
  constructor(plan: Plan, keyOf: (stage: PlannedTask['stage'], scope: string) => string) {
    this.#plan = plan;
    this.#tasks = new Map(plan.tasks.map((task) => [task.task_key, task]));
    const keys = plan.packages.flatMap(({ package_id: id }) =>
      (['design', 'package', 'verify'] as const).map((stage): [string, string] => [keyOf(stage, id), id]),
    );
    const reviews = plan.families.map(({ family_id: id }): [string, string] => [keyOf('route-review', id), id]);
    this.#packageOf = new Map([...keys, ...reviews]);
  }

  of(task: PlannedTask): TaskScope {
    const scope = this.#packageOf.get(task.task_key);
    if (task.stage === 'route-review') {
      return { packages: [], families: this.#plan.families.filter(({ family_id: id }) => id === scope) };
    }
    if (scope !== undefined) return this.#of(new Set([scope]));
    const migrate = task.stage === 'validate' ? this.#tasks.get(task.after[0] ?? '') : task;
    const ids = new Set((migrate?.after ?? []).map((key) => this.#packageOf.get(key) ?? ''));
    const { packages, families } = this.#of(ids);
    const own = families.flatMap(({ occurrences, ...family }) => {
      const its = occurrences.filter(({ project }) => project === task.project);
      return its.length === 0 ? [] : [{ ...family, occurrences: its }];
    });
    return { packages, families: own };
  }

  #of(ids: ReadonlySet<string>): TaskScope {
    const { packages, families } = this.#plan;
    return {
      packages: packages.filter(({ package_id: id }) => ids.has(id)),
      families: families.filter(({ package_id: id }) => id !== null && ids.has(id)),
    };
  }
}
