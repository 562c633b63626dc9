import { closeSync, constants, openSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import type { Executor, ExecutorRun } from '../executor/port.ts';
import { secretValues } from '../executor/secret-values.ts';
import { CheckedFolder } from '../files/checked-folder.ts';
import { componentsOf } from '../files/checked-path.ts';
import { incomingFolder } from '../handoff/manifest.ts';
import { CONTEXT } from '../materialize/task-draft.ts';
import { artifactFolder } from '../result/model.ts';
import type { Attempt, PlannedTask } from '../state/model.ts';
import { isTicketId, type Ticket, WAITING_FOR_REVIEW } from '../tracker/port.ts';
import type { Journal } from './journal.ts';
import { recordBase, recordWork } from './record-work.ts';
import type { Projects } from './survey.ts';
import type { TaskStatus } from './task-states.ts';

export interface Runner {
  executor: Executor;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs the ticket of a task. The attempt is recorded before the process starts, so that no attempt is lost and none is
 * repeated unnoticed.
 *
 * @returns whether the effects of the attempt are known
 * @throws AnalyzerError `usage` if the executor does not start; the ticket is open again
 */
export async function handOver(
  { task, recorded, ticket }: TaskStatus,
  journal: Journal,
  projects: Projects,
  { executor, timeoutMs, signal }: Runner,
): Promise<boolean> {
  if (recorded === undefined || ticket === undefined || !isTicketId(ticket.id)) {
    throw new AnalyzerError('internal', { problem: `${task.task_key} has no ticket` });
  }
  const { task_key: key } = recorded;
  const root = projects.rootOf(task.project);
  const tracker = projects.trackerOf(task.project);
  makeFolder(root, artifactFolder(key));
  projects.folderOf(task.project).write(briefPath(key), `${ticket.prompt}\n`);
  const attempt = journal.begin(key, await recordBase(journal, task, projects, signal));
  const log = createLog(root, attempt);
  try {
    // Koru claims a ticket itself and refuses one that is in progress.
    if (executor.kind === 'command') await tracker.setStatus(ticket.id, 'in_progress');
    const run = await executor.run({
      root,
      ticketId: ticket.id,
      queue: ticket.queue,
      brief: ticket.prompt,
      paths: pathsOf(root, key, task),
      timeoutMs,
      log,
      secrets: secretValues(process.env, root),
      ...(signal === undefined ? {} : { signal }),
      onStarted: ({ pid, start, group }) =>
        journal.change(attempt, { state: 'running', pid, process_start: start, process_group: group }),
    });
    const { outcome, exitCode } = run;
    if (outcome === 'failed_to_start') {
      if (executor.kind === 'command') await tracker.setStatus(ticket.id, 'open');
      journal.change(attempt, { state: 'ended', outcome });
      throw new AnalyzerError('usage', { problem: `the executor does not start: ${run.problem}` });
    }
    // An interrupted attempt is looked at when a person settles it.
    const work = outcome === 'interrupted' ? {} : await recordWork(attempt, task.project, journal, projects);
    const isKnown = areEffectsKnown(executor, run, ticket);
    const state = isKnown ? 'ended' : 'ambiguous';
    journal.change(attempt, { state, outcome, exit_code: exitCode, ...work });
    if (!isKnown) await tracker.setLabels(ticket.id, { add: [WAITING_FOR_REVIEW] });
    return isKnown;
  } finally {
    closeSync(log);
  }
}

/** Koru may have run another ticket of the queue: the printed one must be ours. */
function areEffectsKnown({ kind }: Executor, { outcome, printedTickets }: ExecutorRun, { id }: Ticket): boolean {
  if (outcome !== 'completed') return false;
  return kind === 'command' || (printedTickets.length === 1 && printedTickets[0] === id);
}

/** @param key of the ticket; a replacement has the context of the task */
function pathsOf(root: string, key: string, { stage, context: [context] }: PlannedTask): Record<string, string> {
  const artifacts = `${root}/${artifactFolder(key)}`;
  const incoming = `${root}/${incomingFolder(key)}`;
  return {
    ANALYZER_TASK_KEY: key,
    ANALYZER_STAGE: stage,
    ANALYZER_BRIEF: `${root}/${briefPath(key)}`,
    ...(context === undefined ? {} : { ANALYZER_CONTEXT: `${root}/${CONTEXT}/${context}` }),
    ANALYZER_INCOMING: incoming,
    ANALYZER_HANDOFF: `${incoming}/handoff.json`,
    ANALYZER_ARTIFACTS: artifacts,
    ANALYZER_RESULT: `${artifacts}/result.json`,
    ANALYZER_PROPOSAL: `${artifacts}/proposal.json`,
  };
}

/** The text of the ticket, for programs that an executor starts without input. */
export function briefPath(key: string): string {
  return `.tracker/analyzer/briefs/${key}.md`;
}

function makeFolder(root: string, path: string): string {
  return CheckedFolder.create(root, componentsOf(path)).location;
}

function createLog(root: string, { log }: Attempt): number {
  const path = log ?? '';
  const folder = makeFolder(root, path.slice(0, path.lastIndexOf('/')));
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  return openSync(`${folder}/${path.slice(path.lastIndexOf('/') + 1)}`, flags, 0o600);
}
