import type { TaskView } from './model.ts';

/** A task in a drawing: column by its position after other tasks of the project, row by its order. */
export interface PlacedTask {
  task: TaskView;
  column: number;
  row: number;
}

export interface Layout {
  tasks: PlacedTask[];
  /** Between tasks of the project. */
  arrows: { from: PlacedTask; to: PlacedTask }[];
  columns: number;
  rows: number;
}

/** Places the tasks of one project, each to the right of those that it comes after. */
export function layoutOf(tasks: readonly TaskView[]): Layout {
  const placed = new Map<string, PlacedTask>();
  const rows: number[] = [];
  for (const task of tasks) {
    const before = task.after.flatMap((key) => placed.get(key) ?? []);
    const column = 1 + Math.max(-1, ...before.map((one) => one.column));
    // In the row of the first task before it, if that is free: a chain of tasks is a line.
    const row = Math.max(rows[column] ?? 0, before[0]?.row ?? 0);
    rows[column] = row + 1;
    placed.set(task.key, { task, column, row });
  }
  const all = [...placed.values()];
  return {
    tasks: all,
    arrows: all.flatMap((to) =>
      to.task.after.flatMap((key) => {
        const from = placed.get(key);
        return from === undefined ? [] : [{ from, to }];
      }),
    ),
    columns: rows.length,
    rows: Math.max(0, ...rows.filter((count) => count !== undefined)),
  };
}
