import { expect } from 'vitest';
import { Journal } from '../dispatch/journal.ts';
import { recoverAttempts } from '../dispatch/recover.ts';
import { resolveAttempts } from '../dispatch/resolve-attempts.ts';
import { runTask } from '../dispatch/run-task.ts';
import { currentStates } from '../dispatch/run-tasks.ts';
import { type Projects, survey } from '../dispatch/survey.ts';
import { type TaskStatus, taskStates } from '../dispatch/task-states.ts';
import type { Executor } from '../executor/port.ts';
import { type MaterializeInput, materialize } from '../materialize/materialize.ts';
import type { Plan } from '../plan/model.ts';
import { planRebase, rebase } from '../rebase/rebase.ts';
import type { TaskCheck } from '../result/verify-plan.ts';
import { baseKey, currentPlan, type ExtractionState } from '../state/model.ts';
import { EmbeddedTracker } from '../tracker/embedded/embedded-tracker.ts';
import { deliver } from './agent-fixture.ts';
import type { ProjectStore } from './memory-files-fixture.ts';
import {
  type Edit,
  FUNCTIONS,
  type FunctionName,
  isCode,
  PROJECTS,
  type Project,
  Workspace,
} from './workspace-fixture.ts';

/** Ends a simulated process. */
class Killed extends Error {}

const MAX_ANSWERS = 3;
const MAX_BYTES = 1_000_000;
const WORKED = ['design', 'package', 'verify'];

/** What a result was delivered for. */
interface Delivered {
  code: string;
  /** The code without imports and callers. */
  versions: string;
  /** The configuration, and what it says about the package of the task. */
  config: string;
  name: string;
  /** The deliveries of the tasks before it. */
  before: string;
}

type Inputs = Omit<Delivered, 'before'>;

type StoreOf = (project: Project, onChange: () => void) => ProjectStore;

/** An extraction, with what it should have kept, which is derived from the history alone. */
export class History {
  readonly #workspace: Workspace;
  readonly #trackers: ReadonlyMap<string, EmbeddedTracker>;
  readonly #projects: Projects;
  readonly #tickets = new Set<string>();
  /** By the key of the ticket. */
  readonly #delivered = new Map<string, Delivered>();
  /** Results that were moved out of their folders. */
  readonly #earlier: { task: string; key: string; delivered: Delivered }[] = [];
  /** The inputs by the digest of a task's inputs. */
  readonly #codes = new Map<string, Inputs>();
  /** Errors that commands answered with. */
  readonly #answers: string[] = [];
  #stored: ExtractionState | undefined;
  /** The states of all tasks since the last change. */
  #known: readonly TaskStatus[] | undefined;
  /** Changes until the process is killed; undefined: it is not. */
  #remaining: number | undefined;
  /** Whether the functions are those of the current plan, and its tickets are complete. */
  #isPlanned = false;
  /** Whether the last plan is a rebased one, which keeps results whose functions did not change. */
  #isRebased = false;

  private constructor(storeOf: StoreOf) {
    this.#workspace = new Workspace((project) => storeOf(project, () => this.#onChange()));
    const files = this.#workspace.files;
    this.#trackers = new Map([...files].map(([project, its]) => [project, new EmbeddedTracker(its, 'tickets')]));
    this.#projects = {
      trackerOf: (project) => this.#tracker(project),
      filesOf: (project) => this.#workspace.filesOf(project).results,
      folderOf: (project) => this.#workspace.filesOf(project),
      rootOf: (project) => this.#workspace.filesOf(project).root,
      workRootOf: (project) => this.#workspace.filesOf(project).root,
      useWorkTree: () => undefined,
      scanSince: async () => ({ copies: [], cycles: [], broken: [] }),
    };
  }

  static async create(storeOf: StoreOf): Promise<History> {
    const history = new History(storeOf);
    await history.plan(undefined);
    return history;
  }

  edit({ project, name, edit, value }: { project: Project; name: FunctionName; edit: Edit; value: number }): void {
    const before = this.#workspace.codeOf(name);
    this.#workspace.edit(project, name, edit, value);
    this.#known = undefined;
    const isChanged = this.#workspace.codeOf(name) !== before;
    if (isChanged) expect(isCode(edit)).toBe(true);
    if (isChanged) this.#isPlanned = false;
  }

  /** Gives the package of a function another name, in the configuration of the next plan or rebase. */
  configure(name: FunctionName, value: number): void {
    const before = JSON.stringify(this.#workspace.config);
    this.#workspace.configure(name, value);
    if (JSON.stringify(this.#workspace.config) !== before) this.#isPlanned = false;
  }

  /** Plans again from the current sources, and creates or revises tickets. */
  async plan(kill: number | undefined): Promise<void> {
    const plan = await this.#workspace.plan();
    this.#recordCodes(plan);
    this.#isRebased = false;
    const isComplete = await this.#process(kill, () =>
      materialize(
        {
          read: () => this.#stored,
          write: (state) => this.#store(state),
        },
        this.#input(plan),
      ),
    );
    this.#isPlanned = isComplete;
  }

  /** Makes the current sources those of the recorded plan. */
  async rebase(kill: number | undefined): Promise<void> {
    const state = this.#state;
    const current = await this.#workspace.current();
    const change = await this.#workspace.reconfiguration();
    this.#recordCodes((await planRebase(state, current, this.#projects, change)).plan);
    this.#isRebased = true;
    const store = { read: () => this.#stored, write: (its: ExtractionState) => this.#store(its) };
    const { plan: _, contextOf, ...input } = this.#input(currentPlan(state));
    const isComplete = await this.#process(kill, () =>
      rebase(store, state, current, this.#projects, { ...input, contextOf: () => contextOf }, change),
    );
    this.#isPlanned = isComplete;
    // A killed run can have moved a result aside without the new ticket; the functions had changed.
    for (const key of this.#delivered.keys()) this.#forgetMoved(key);
  }

  /** Forgets a result that was moved out of its folder. */
  #forgetMoved(key: string): void {
    const path = `.analyzer-artifacts/${key}/result.json`;
    const isThere = PROJECTS.some((project) => this.#workspace.filesOf(project).read(path, MAX_BYTES) !== undefined);
    const delivered = this.#delivered.get(key);
    if (isThere || delivered === undefined) return;
    this.#delivered.delete(key);
    this.#earlier.push({ task: baseKey(key), key, delivered });
  }

  #recordCodes(plan: Plan): void {
    for (const task of plan.tasks) {
      if (!WORKED.includes(task.stage) || this.#codes.has(task.input_digest)) continue;
      const name = nameOf({ task }, plan);
      this.#codes.set(task.input_digest, this.#inputsOf(name));
    }
  }

  /**
   * An agent works on one of the tasks that are ready, then the ticket is completed.
   *
   * @param run as an attempt that is recorded, with what Git shows; otherwise no attempt is known
   */
  async work(choice: number, kill: number | undefined, run = false): Promise<boolean> {
    const states = await this.#states();
    const ready = states.filter(({ state, task }) => state === 'ready' && WORKED.includes(task.stage));
    const one = ready[choice % Math.max(1, ready.length)];
    if (one?.recorded === undefined || !('handoff' in one.check)) return false;
    const { task, recorded } = one;
    const { handoff } = one.check;
    const name = nameOf(one, currentPlan(this.#state));
    const before = this.#deliveriesBefore(one, states);
    const files = this.#workspace.filesOf(task.project);
    const assignment = { task, key: recorded.task_key, handoff, plan: currentPlan(this.#state) };
    const doWork = (): void => {
      deliver({ ...assignment, version: this.#workspace.version('shop', name) }, files);
      this.#delivered.set(recorded.task_key, { ...this.#codeOf(task.input_digest), before });
    };
    await this.#commandOf(kill, async (journal) => {
      if (run) {
        await runTask(one, states, journal, this.#projects, { executor: executorOf(doWork), timeoutMs: 1_000 });
        await currentStates(journal, this.#projects);
      } else {
        doWork();
        await resolveAttempts(recorded.task_key, { replace: false }, journal, this.#projects);
      }
    });
    return true;
  }

  /** A person settles a task: an accepted result completes it, a refused one is replaced. */
  async retry(choice: number, replace: boolean, kill: number | undefined): Promise<void> {
    const states = (await this.#states()).filter(({ task }) => WORKED.includes(task.stage));
    const one = states[choice % Math.max(1, states.length)];
    if (one !== undefined) await this.#resolve(one, replace, kill);
  }

  /** A person revises the accepted design of a package. */
  async revise(choice: number, kill: number | undefined): Promise<void> {
    const states = (await this.#states()).filter(({ task }) => task.stage === 'design');
    const one = states[choice % Math.max(1, states.length)];
    if (one === undefined) return;
    const { task_key: task } = one.task;
    const key = one.recorded?.task_key ?? '';
    const options = { replace: false, revise: true };
    await this.#commandOf(kill, (journal) => resolveAttempts(task, options, journal, this.#projects));
    this.#forgetMoved(key);
  }

  /** Retries and work complete every package. */
  async finish(run = false): Promise<void> {
    for (let round = 0; round < 20; round++) {
      await this.plan(undefined);
      for (const one of await this.#states()) {
        if (!WORKED.includes(one.task.stage) || one.state === 'complete' || one.state === 'ready') continue;
        await this.#resolve(one, one.state === 'refused', undefined);
      }
      while (await this.work(0, undefined, run)) await this.check();
      const states = (await this.#states()).filter(({ task }) => WORKED.includes(task.stage));
      if (states.every(({ state }) => state === 'complete')) return;
    }
    const states = await this.#states();
    const open = states.map(({ task, state, reason }) => `${task.stage} ${state}: ${reason}`);
    expect({ open, answers: this.#answers.slice(-MAX_ANSWERS) }).toEqual({ open: [], answers: [] });
  }

  /** What holds after every step. */
  async check(): Promise<void> {
    const keys = this.#state.tickets.map(({ task_key: key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of this.#tickets) expect(keys).toContain(key);
    for (const key of keys) this.#tickets.add(key);
    if (!this.#isPlanned) return;
    const plan = currentPlan(this.#state);
    const states = await this.#states();
    for (const one of states) {
      const { task, check, recorded, ticket } = one;
      if (!WORKED.includes(task.stage)) continue;
      const found = { ticket: recorded?.task_key, kept: isKept(check), done: check.state === 'verified' };
      const isKeptByHistory = this.#isKept(one, states, plan);
      const done = isKeptByHistory && ticket?.status === 'done';
      const why = `${one.state}: ${one.reason}`;
      expect({ ...found, why }).toEqual({ ticket: recorded?.task_key, kept: isKeptByHistory, done, why });
    }
  }

  #isKept(one: TaskStatus, states: readonly TaskStatus[], plan: Plan): boolean {
    const its = this.#delivered.get(one.recorded?.task_key ?? '');
    if (its === undefined) return false;
    const isAfterDone = one.task.after.every((key) => {
      return states.find(({ task }) => task.task_key === key)?.check.state === 'verified';
    });
    const name = nameOf(one, plan);
    const now = this.#inputsOf(name);
    // A design does not depend on the name of its package.
    const isSame = this.#isRebased
      ? its.versions === now.versions && (one.task.stage === 'design' || its.name === now.name)
      : its.code === now.code && its.config === now.config;
    return isAfterDone && isSame && this.#versionsBefore(one, states).includes(its.before);
  }

  #inputsOf(name: FunctionName): Inputs {
    return {
      code: this.#workspace.codeOf(name),
      versions: this.#workspace.versionsOf(name),
      config: JSON.stringify(this.#workspace.config),
      name: this.#workspace.packageName(name),
    };
  }

  #codeOf(digest: string): Inputs {
    const code = this.#codes.get(digest);
    if (code === undefined) throw new Error('the inputs of the task were never planned');
    return code;
  }

  /** The tickets before a task, with the code that each was delivered for. */
  #deliveriesBefore({ task }: TaskStatus, states: readonly TaskStatus[]): string {
    return task.after
      .map((key) => states.find((one) => one.task.task_key === key)?.recorded?.task_key ?? '')
      .map((key) => JSON.stringify([key, this.#delivered.get(key)]))
      .join();
  }

  /** Also those of a design before a person revised it. */
  #versionsBefore(one: TaskStatus, states: readonly TaskStatus[]): string[] {
    const earlier = this.#earlier.filter(({ task }) => one.task.stage === 'package' && one.task.after.includes(task));
    return [
      this.#deliveriesBefore(one, states),
      ...earlier.map(({ key, delivered }) => JSON.stringify([key, delivered])),
    ];
  }

  async #resolve({ task, recorded }: TaskStatus, replace: boolean, kill: number | undefined): Promise<void> {
    await this.#commandOf(kill, (journal) => resolveAttempts(task.task_key, { replace }, journal, this.#projects));
    const key = recorded?.task_key ?? '';
    // The person gave the result up, also if the command was killed after it moved the result aside.
    if (!replace || !this.#delivered.has(key)) return;
    this.#forgetMoved(key);
  }

  /** Runs a command, which first completes what a killed one left. */
  async #commandOf(kill: number | undefined, action: (journal: Journal) => Promise<unknown>): Promise<void> {
    await this.#process(kill, async () => {
      const journal = this.#journal();
      await recoverAttempts(journal, this.#projects);
      await action(journal);
    });
  }

  /** @returns false if it was killed */
  async #process(kill: number | undefined, action: () => Promise<unknown>): Promise<boolean> {
    this.#remaining = kill;
    try {
      await action();
      return true;
    } catch (error) {
      if (error instanceof Killed) return false;
      // Errors of the table are answers; others are faults.
      if (error instanceof Error && 'code' in error) {
        this.#answers.push(error.message);
        return true;
      }
      throw error;
    } finally {
      this.#remaining = undefined;
    }
  }

  #onChange(): void {
    this.#known = undefined;
    if (this.#remaining === undefined) return;
    if (this.#remaining === 0) throw new Killed();
    this.#remaining--;
  }

  async #states(): Promise<readonly TaskStatus[]> {
    this.#known ??= await taskStates(await survey(this.#state, this.#projects), this.#projects.filesOf);
    return this.#known;
  }

  get #state(): ExtractionState {
    if (this.#stored === undefined) throw new Error('nothing was planned');
    return this.#stored;
  }

  #store(state: ExtractionState): void {
    this.#onChange();
    this.#stored = state;
  }

  #journal(): Journal {
    const location = `${this.#workspace.filesOf('shop').root}/extraction-state.json`;
    return new Journal({ location, write: (state) => this.#store(state) }, this.#state);
  }

  #tracker(project: string): EmbeddedTracker {
    const tracker = this.#trackers.get(project);
    if (tracker === undefined) throw new RangeError(`no project ${project}`);
    return tracker;
  }

  #input(plan: Plan): MaterializeInput {
    const projectOf = (project: Project) => ({
      checkout: { project, root: this.#projects.rootOf(project) },
      files: this.#projects.folderOf(project),
      tracker: this.#tracker(project),
    });
    return {
      plan,
      projects: new Map(PROJECTS.map((project) => [project, projectOf(project)])),
      choice: {
        tracker: { kind: 'embedded', folder: 'tickets' },
        executor: { kind: 'command', ticket_kind: 'llm', timeout_seconds: 3600 },
      },
      handling: { executor: { kind: 'llm', mode: 'automatic' }, script: () => null, labels: [] },
      grammars: new Map(),
      requireCurrent: async () => undefined,
      contextOf: async ({ task_key: key, input_digest: digest }) => `${key} ${digest}\n`,
    };
  }
}

/** A program whose process has ended when its work is done. */
function executorOf(work: () => void): Executor {
  return {
    kind: 'command',
    run: async ({ onStarted }) => {
      // A process id that is not in use: it is larger than the kernel's maximum.
      onStarted({ pid: 5_000_000, start: 'then', group: 5_000_000 });
      work();
      return { outcome: 'completed', exitCode: 0, printedTickets: [] };
    },
  };
}

function isKept(check: TaskCheck): boolean {
  return check.state === 'verified' || check.state === 'delivered';
}

/** The function of a task's package. */
function nameOf({ task }: Pick<TaskStatus, 'task'>, plan: Plan): FunctionName {
  const family = plan.families.find(({ package_id: id }) => task.brief.includes(id ?? '\0'));
  const name = FUNCTIONS.find((one) => one === family?.occurrences[0]?.qualified_name);
  if (name === undefined) throw new Error(`no function of ${task.task_key}`);
  return name;
}
