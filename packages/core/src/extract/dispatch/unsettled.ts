import { mayStillRun } from '../executor/process-identity.ts';
import { type Attempt, baseKey, type ExtractionState } from '../state/model.ts';

/** Whether the effects of an attempt are not known. */
export function isUnsettled({ state }: Attempt): boolean {
  return state === 'starting' || state === 'running' || state === 'ambiguous';
}

/** Whether a process of the attempt may still change files. Without a recorded process that is not known. */
export function mayBeAlive({ pid, process_start: start, process_group: group }: Attempt): boolean {
  return pid === null || group === null || mayStillRun(pid, start, group);
}

/** The unsettled attempt because of which nothing runs in its project, by project. */
export function refusedProjects(state: ExtractionState): ReadonlyMap<string, Attempt> {
  const projects = new Map(state.tickets.map(({ task_key: key, project }) => [baseKey(key), project]));
  const refused = new Map<string, Attempt>();
  for (const attempt of state.attempts) {
    const project = projects.get(baseKey(attempt.task_key));
    if (project !== undefined && isUnsettled(attempt) && mayBeAlive(attempt)) refused.set(project, attempt);
  }
  return refused;
}

/** The last attempt of a ticket. */
export function lastAttempt(state: ExtractionState, key: string): Attempt | undefined {
  return state.attempts.findLast(({ task_key: one }) => one === key);
}
