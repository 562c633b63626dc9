import { compareBytes } from '@analyzer/contracts/order';
import type { TaskView } from './model.ts';

/** A task with the tasks of its project that come directly after it. */
export interface TaskNode {
  task: TaskView;
  children: TaskNode[];
  /** Tasks before it that are not above it in the tree. */
  others: TaskView[];
}

export interface ProjectForest {
  project: string;
  roots: TaskNode[];
  tasks: number;
}

/** Trees of tasks by project: below the last of the tasks of its project that come before it. */
export function forestsOf(tasks: readonly TaskView[]): ProjectForest[] {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const nodes = new Map(tasks.map((task): [string, TaskNode] => [task.key, { task, children: [], others: [] }]));
  const forests = new Map<string, ProjectForest>();
  for (const node of nodes.values()) {
    const { project, after } = node.task;
    const before = after.flatMap((key) => byKey.get(key) ?? []);
    const parent = before.findLast((task) => task.project === project);
    node.others = before.filter((task) => task !== parent);
    const forest = forests.get(project) ?? { project, roots: [], tasks: 0 };
    forests.set(project, forest);
    forest.tasks++;
    const siblings = parent === undefined ? forest.roots : nodes.get(parent.key)?.children;
    siblings?.push(node);
  }
  return [...forests.values()].sort((a, b) => compareBytes(a.project, b.project));
}
