import { AnalyzerError } from '@analyzer/contracts';
import type { ProjectFiles } from '../files/project-files.ts';
import type { Task } from '../result/model.ts';
import type { ResultFiles } from '../result/result-files.ts';
import { type TaskCheck, verifyPlan } from '../result/verify-plan.ts';
import { currentPlan, type ExtractionState, type RecordedTicket, replacedKeys, ticketOf } from '../state/model.ts';
import type { Ticket, Tracker } from '../tracker/port.ts';
import type { ScanSince } from './new-findings.ts';
import { observedWork } from './observed-work.ts';

/** What the projects of an extraction contain. */
export interface Projects {
  /** @throws AnalyzerError `tracker_unavailable` for a project without a checkout */
  trackerOf(project: string): Tracker;
  /** Reads results. */
  filesOf(project: string): ResultFiles | undefined;
  /** Moves and lists files. */
  folderOf(project: string): ProjectFiles;
  /** Absolute path. */
  rootOf(project: string): string;
  /** Absolute path of its source files: in the work tree of `begin`, if it has one. */
  workRootOf(project: string): string;
  /** The source files of the project are in this folder from now on. */
  useWorkTree(project: string, root: string): void;
  /** Compares a project with the commit before a task. @throws AnalyzerError `cancelled` */
  scanSince: ScanSince;
}

/** A task with its ticket and its result, as they are now. */
export interface SurveyedTask {
  task: Task;
  check: TaskCheck;
  recorded: RecordedTicket | undefined;
  /** Undefined if the tracker does not have the recorded ticket. */
  ticket: Ticket | undefined;
  /** Why the ticket cannot be read; undefined if it can, or if there is none. */
  damage: string | undefined;
}

/** All tasks of the current plan, in its order. */
export interface Survey {
  state: ExtractionState;
  tasks: readonly SurveyedTask[];
  checks: ReadonlyMap<string, TaskCheck>;
  /** The status of every ticket of a project that has tasks, by project and id. */
  tickets: ReadonlyMap<string, ReadonlyMap<string, Ticket>>;
}

/** Reads all tickets and verifies all results. Changes nothing. @throws AnalyzerError `tracker_unavailable` */
export async function survey(state: ExtractionState, projects: Projects): Promise<Survey> {
  const plan = currentPlan(state);
  const { tickets, damages } = await readTickets(plan.tasks, projects);
  const recorded = new Map(plan.tasks.map(({ task_key: key }) => [key, ticketOf(state, key)]));
  const ticketOfTask = (key: string): Ticket | undefined => {
    const its = recorded.get(key);
    return its && tickets.get(its.project)?.get(its.ticket_id);
  };
  const checks = await verifyPlan({
    plan,
    keyOf: (key) => recorded.get(key)?.task_key ?? key,
    replacedKeysOf: (key) => replacedKeys(state, key),
    statusOf: (key) => ticketOfTask(key)?.status,
    observedOf: (key) => observedWork(state.attempts, recorded.get(key)?.task_key ?? key),
    isAccepted: (key, sha256) => state.accepted?.some((one) => one.task_key === key && one.sha256 === sha256) === true,
    filesOf: projects.filesOf,
  });
  const tasks = plan.tasks.map((task) => {
    const check = checks.get(task.task_key);
    if (check === undefined) throw new AnalyzerError('internal', { problem: `${task.task_key} was not checked` });
    const its = recorded.get(task.task_key);
    const damage = its && damages.get(its.project)?.get(its.ticket_id);
    return { task, check, recorded: its, ticket: ticketOfTask(task.task_key), damage };
  });
  return { state, tasks, checks, tickets };
}

interface ReadTickets {
  /** By project and id. */
  tickets: ReadonlyMap<string, ReadonlyMap<string, Ticket>>;
  /** Why a ticket cannot be read, by project and id. */
  damages: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

async function readTickets(tasks: readonly Task[], { trackerOf }: Projects): Promise<ReadTickets> {
  const tickets = new Map<string, ReadonlyMap<string, Ticket>>();
  const damages = new Map<string, ReadonlyMap<string, string>>();
  for (const project of new Set(tasks.map((task) => task.project))) {
    const damaged = new Map<string, string>();
    const all = await trackerOf(project).list((id, problem) => damaged.set(id, problem));
    tickets.set(project, new Map(all.map((ticket) => [ticket.id, ticket])));
    damages.set(project, damaged);
  }
  return { tickets, damages };
}
