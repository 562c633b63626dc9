/** State of a task, in the order of a legend. A plan alone has only `planned`. */
export const TASK_STATES = [
  'planned',
  'ready',
  'waiting',
  'ambiguous',
  'needs_person',
  'stale',
  'refused',
  'failed',
  'complete',
  'not_needed',
] as const;

export type TaskState = (typeof TASK_STATES)[number];

/** A task as it is shown. */
export interface TaskView {
  key: string;
  stage: string;
  title: string;
  project: string;
  /** Keys of the tasks before it. */
  after: readonly string[];
  state: TaskState;
  /** Why it is in that state, or an empty string. */
  note: string;
  /** What is to be done. */
  brief: string;
}

/** The tasks of an extraction, each after those that it depends on. */
export interface TasksView {
  /** First line, such as the number of tasks. */
  heading: string;
  tasks: readonly TaskView[];
  /** Last lines, such as what was skipped. */
  notes: readonly string[];
}
