import type { Survey, SurveyedTask } from './survey.ts';

/** All tasks that come after one, in the order of the plan. */
export function tasksAfter(key: string, { tasks }: Pick<Survey, 'tasks'>): SurveyedTask[] {
  const after = new Set([key]);
  return tasks.filter(({ task }) => {
    if (!task.after.some((one) => after.has(one))) return false;
    after.add(task.task_key);
    return true;
  });
}
