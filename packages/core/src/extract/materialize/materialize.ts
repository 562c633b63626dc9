import { AnalyzerError } from '@analyzer/contracts';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { ProjectFiles } from '../files/project-files.ts';
import { baseKey, type Checkout, type ExtractionState, type PlannedTask, type RecordedTicket } from '../state/model.ts';
import type { StateFile } from '../state/state-file.ts';
import { ticketDigest } from '../tracker/digest.ts';
import { isTicketId, type Ticket, type Tracker, WAITING_FOR_DEPENDENCIES } from '../tracker/port.ts';
import { isFinal } from '../tracker/status-words.ts';
import { type Actions, actionsOf, type FoundTicket, latestTickets } from './actions.ts';
import { type Choice, hasSameTasks, isCurrent, withPlan } from './revisions.ts';
import { CONTEXT, type Handling, taskDraft } from './task-draft.ts';

/** A project with tickets. */
export interface TicketProject {
  checkout: Checkout;
  files: ProjectFiles;
  tracker: Tracker;
}

export interface MaterializeInput {
  plan: ExtractionPlanV1;
  /** By label: all projects of the plan, and those with tickets of earlier plans. */
  projects: ReadonlyMap<string, TicketProject>;
  choice: Choice;
  handling: Handling;
  /** Texts of the grammars for answers, by file name. */
  grammars: ReadonlyMap<string, string>;
  /**
   * Refuses a plan that is not the one of the index, and changed source files. Not called if nothing is new.
   *
   * @param areFilesCited false if every task is in the current plan and has its ticket: executed tasks change files
   */
  requireCurrent(areFilesCited: boolean): Promise<void>;
  /** The content of a task's context file. */
  contextOf(task: PlannedTask): Promise<string>;
}

/** What happened to a task. */
export interface TaskOutcome {
  key: string;
  project: string;
  ticketId: string;
  action: 'created' | 'kept' | 'revised' | 'superseded';
}

/** What `materialize` would do. Writes nothing. */
export async function previewActions(before: ExtractionState | undefined, input: MaterializeInput): Promise<Actions> {
  return (await Batch.prepare(before, input)).actions;
}

/**
 * Creates the tickets of a plan. Every step can be repeated: after a crash the next run finds the created tickets by
 * their keys and continues. Context files exist before their tickets, and the state has the plan before the first
 * ticket of that plan.
 */
export async function materialize(
  stateFile: Pick<StateFile, 'read' | 'write'>,
  input: MaterializeInput,
): Promise<TaskOutcome[]> {
  const batch = await Batch.prepare(stateFile.read(), input);
  await batch.writeContexts();
  stateFile.write(batch.state);
  const outcomes = await batch.writeTickets();
  stateFile.write(batch.state);
  return outcomes;
}

class Batch {
  readonly actions: Actions;
  readonly #state: ExtractionState;
  readonly #input: MaterializeInput;
  /** Current tickets by the key of the task. */
  readonly #current: Map<string, FoundTicket>;
  readonly #recorded: Map<string, RecordedTicket>;

  private constructor(state: ExtractionState, found: readonly FoundTicket[], input: MaterializeInput) {
    this.#state = state;
    this.#input = input;
    this.#current = latestTickets(found);
    this.#recorded = new Map(state.tickets.map((ticket) => [ticket.task_key, ticket]));
    this.actions = actionsOf(
      input.plan.tasks,
      state,
      found,
      (task, key) => this.#draft(task, key),
      (ticket) => this.#isOwn(ticket),
    );
  }

  static async prepare(before: ExtractionState | undefined, input: MaterializeInput): Promise<Batch> {
    const { plan, projects, choice } = input;
    const checkouts = [...projects.values()].map(({ checkout }) => checkout);
    const state = withPlan(before, plan, checkouts, choice);
    const batch = new Batch(state, await findTickets(state, projects), input);
    const isWritten = batch.actions.tasks.some(({ action }) => action !== 'keep');
    if (isWritten || !isCurrent(before, plan)) await input.requireCurrent(isWritten || !hasSameTasks(before, plan));
    await batch.#probe();
    return batch;
  }

  /** Before anything is recorded: a tracker that refuses its first ticket is not the one of this state. */
  async #probe(): Promise<void> {
    const written = this.actions.tasks.filter(({ action }) => action !== 'keep');
    for (const project of new Set(written.map(({ task }) => task.project)))
      await this.#project(project).tracker.probe();
  }

  /** With the tickets that were recorded or written. */
  get state(): ExtractionState {
    return { ...this.#state, tickets: [...this.#recorded.values()] };
  }

  /** Writes the context of new and revised tickets. */
  async writeContexts(): Promise<void> {
    const changed = this.actions.tasks.filter(({ action }) => action !== 'keep');
    for (const project of new Set(changed.map(({ task }) => task.project))) {
      const { files } = this.#project(project);
      for (const [name, text] of this.#input.grammars) writeIfChanged(files, `${CONTEXT}/${name}`, text);
    }
    for (const { task } of changed) {
      const text = await this.#input.contextOf(task);
      const { files } = this.#project(task.project);
      for (const path of task.context) writeIfChanged(files, `${CONTEXT}/${path}`, text);
    }
  }

  async writeTickets(): Promise<TaskOutcome[]> {
    const outcomes: TaskOutcome[] = [];
    for (const action of this.actions.tasks) outcomes.push(await this.#writeTicket(action));
    for (const { project, ticket } of this.actions.superseded) {
      // Without the label another runner could start it.
      if (!ticket.labels.includes(WAITING_FOR_DEPENDENCIES)) {
        await this.#project(project).tracker.setLabels(ticket.id, { add: [WAITING_FOR_DEPENDENCIES] });
      }
      this.#record(project, ticket, undefined);
      outcomes.push({ key: ticket.key, project, ticketId: ticket.id, action: 'superseded' });
    }
    return outcomes;
  }

  async #writeTicket({ task, key, action }: Actions['tasks'][number]): Promise<TaskOutcome> {
    const { project } = task;
    const { tracker } = this.#project(project);
    const draft = this.#draft(task, key);
    const { labels } = this.#input.handling;
    const found = this.#current.get(task.task_key)?.ticket;
    const ticket = found ?? (await tracker.ensure(draft));
    if (!isTicketId(ticket.id)) {
      throw new AnalyzerError('tracker_unavailable', { problem: `the tracker gave the ticket of ${key} an unsafe id` });
    }
    if (found === undefined) this.#current.set(task.task_key, { project, ticket });
    if (action === 'revise') {
      await tracker.revise(ticket.id, draft);
      if (labels.some((label) => !ticket.labels.includes(label))) await tracker.setLabels(ticket.id, { add: labels });
    }
    const missing = draft.blockedBy.filter((id) => !ticket.blockedBy.includes(id));
    if (missing.length > 0 && !isFinal(ticket.status)) {
      await tracker.setBlockedBy(ticket.id, [...ticket.blockedBy, ...missing]);
    }
    this.#record(project, ticket, action === 'keep' ? undefined : ticketDigest(draft));
    const done = { create: 'created', keep: 'kept', revise: 'revised' } as const;
    return { key, project, ticketId: ticket.id, action: done[action] };
  }

  /** @param digest of a new or revised ticket; undefined if it was not written */
  #record(project: string, ticket: Ticket, digest: string | undefined): void {
    const { key, id } = ticket;
    const its = digest ?? this.#recordedDigest(ticket);
    this.#recorded.set(key, { task_key: key, project, ticket_id: id, digest: its });
  }

  /** The recorded digest, unless an interrupted run revised the ticket. */
  #recordedDigest(ticket: Ticket): string {
    return this.#isOwn(ticket)
      ? ticketDigest(ticket)
      : (this.#recorded.get(ticket.key)?.digest ?? ticketDigest(ticket));
  }

  /** Whether a ticket runs what one of the recorded plans says. */
  #isOwn(ticket: Ticket): boolean {
    const its = ticketDigest(ticket);
    const base = baseKey(ticket.key);
    return this.#state.plans.some(({ tasks }) => {
      const task = tasks.find(({ task_key: key }) => key === base);
      return task !== undefined && its === ticketDigest(this.#draft(task, ticket.key));
    });
  }

  #draft(task: PlannedTask, key: string) {
    const { plan, handling, grammars } = this.#input;
    const blockedBy = task.after.flatMap((before) => {
      const found = this.#current.get(before);
      return found?.project === task.project ? [found.ticket.id] : [];
    });
    return taskDraft(key, task, { plan, handling, grammars: [...grammars.keys()], blockedBy });
  }

  #project(label: string): TicketProject {
    const project = this.#input.projects.get(label);
    if (project === undefined) throw new RangeError(`the project ${label} has no checkout`);
    return project;
  }
}

/** The tickets of all revisions: those of the state, and those that an interrupted run created. */
async function findTickets(
  { plans }: ExtractionState,
  projects: ReadonlyMap<string, TicketProject>,
): Promise<FoundTicket[]> {
  const known = new Set(plans.flatMap(({ tasks }) => tasks.map(({ task_key: key }) => key)));
  const found: FoundTicket[] = [];
  for (const [project, { tracker }] of projects) {
    for (const ticket of await tracker.list((id, problem) => refuseDamaged(project, id, problem))) {
      if (known.has(baseKey(ticket.key))) found.push({ project, ticket });
    }
  }
  return found;
}

/** @throws AnalyzerError `tracker_unavailable` */
function refuseDamaged(project: string, id: string, damage: string): never {
  throw new AnalyzerError(
    'tracker_unavailable',
    { problem: `the ticket ${id} of ${project} is damaged: ${damage}` },
    { hint: 'Correct the ticket, or restore the file from version control.' },
  );
}

const LARGEST_CONTEXT = 64 * 1024 * 1024;

function writeIfChanged(files: ProjectFiles, path: string, text: string): void {
  if (files.read(path, LARGEST_CONTEXT)?.toString('utf8') !== text) files.write(path, text);
}
