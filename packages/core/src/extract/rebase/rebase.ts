import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { replaceTicket } from '../dispatch/replacement.ts';
import { type Projects, type Survey, type SurveyedTask, survey } from '../dispatch/survey.ts';
import { isUnsettled } from '../dispatch/unsettled.ts';
import { type MaterializeInput, materialize } from '../materialize/materialize.ts';
import { refuseProblems } from '../plan/config-problem.ts';
import type { Plan, PlanOccurrence } from '../plan/model.ts';
import { missingRepositories } from '../plan/plan.ts';
import { REFUSED } from '../result/model.ts';
import type { TaskCheck } from '../result/verify-plan.ts';
import { readResult } from '../result/verify-result.ts';
import { baseKey, currentPlan, type ExtractionState, type RecordedTicket } from '../state/model.ts';
import type { StateFile } from '../state/state-file.ts';
import type { Ticket } from '../tracker/port.ts';
import type { CurrentCopies } from './current-copies.ts';
import { type ResultInputs, rebasedPlan } from './rebased-plan.ts';
import { type Reconfiguration, type Reconfigured, reconfigured } from './reconfigured.ts';
import { type CopyChange, refresh } from './refresh.ts';

/**
 * What happens to a task. `kept`: its result counts. `again`: it has a result that no longer holds. `open`: without a result.
 * `new`: the configuration adds it.
 */
export interface RebasedTask {
  key: string;
  project: string;
  action: 'kept' | 'again' | 'open' | 'dropped' | 'new';
}

export interface Rebase {
  plan: Plan;
  changes: CopyChange[];
  /** Ids of families that have fewer than two copies left. */
  dropped: string[];
  tasks: RebasedTask[];
  /** What another configuration changes; undefined without one. */
  config: Pick<Reconfigured, 'packages' | 'families'> | undefined;
}

/**
 * Compares the recorded plan with the index, and with another configuration if there is one. Changes nothing.
 *
 * @throws AnalyzerError `tracker_unavailable`, `usage`, `invalid_request`
 */
export async function planRebase(
  state: ExtractionState,
  current: CurrentCopies,
  projects: Projects,
  change?: Reconfiguration,
): Promise<Rebase> {
  const found = await survey(state, projects);
  const stored = await storedResults(found, projects);
  const results = inputsOf(stored);
  const recorded = currentPlan(state);
  const copies = refresh(recorded, current, replacedIn(stored, found.checks));
  const its = change === undefined ? undefined : reconfigured(recorded, copies, change);
  const refreshed = its?.refreshed ?? copies;
  const candidate = rebasedPlan(state.plans, refreshed, current, results, its?.plan);
  const checks = (await survey({ ...state, plans: [...state.plans, candidate] }, projects)).checks;
  const held = new Map([...results].filter(([key]) => checks.get(key)?.state !== 'refused'));
  const plan = rebasedPlan(state.plans, refreshed, current, held, its?.plan);
  const digests = new Map(plan.tasks.map((task) => [task.task_key, task.input_digest]));
  const tasks = found.tasks.map(({ task: { task_key: key, project } }): RebasedTask => {
    const [digest, result] = [digests.get(key), results.get(key)];
    const action =
      digest === undefined ? 'dropped' : result === undefined ? 'open' : result === digest ? 'kept' : 'again';
    return { key, project, action };
  });
  if (change !== undefined) refuseProblems(missingRepositories(plan.config, plan.tasks));
  const known = new Set(tasks.map(({ key }) => key));
  const added = plan.tasks.filter(({ task_key: key }) => !known.has(key));
  return {
    plan,
    changes: refreshed.changes,
    dropped: refreshed.dropped.map(({ family_id: id }) => id),
    tasks: [...tasks, ...added.map(({ task_key: key, project }): RebasedTask => ({ key, project, action: 'new' }))],
    config: its,
  };
}

/**
 * Makes the present copies those of the plan, keeps the results that still hold, and creates tickets that replace those of
 * results that do not. Every step can be repeated after a crash.
 *
 * @throws AnalyzerError as `materialize`
 */
export async function rebase(
  stateFile: Pick<StateFile, 'read' | 'write'>,
  before: ExtractionState,
  current: CurrentCopies,
  projects: Projects,
  input: Omit<MaterializeInput, 'plan' | 'contextOf'> & {
    contextOf(plan: Plan): MaterializeInput['contextOf'];
  },
  change?: Reconfiguration,
): Promise<Rebase> {
  const rebased = await planRebase(before, current, projects, change);
  const { plan } = rebased;
  const materialized = { ...input, plan, contextOf: input.contextOf(plan) };
  await materialize(stateFile, materialized);
  if (await replaceAll(stateFile, projects)) await materialize(stateFile, materialized);
  return rebased;
}

/** Replaces the tickets of results for other inputs, each with its own step. @returns whether there was one */
async function replaceAll(stateFile: Pick<StateFile, 'read' | 'write'>, projects: Projects): Promise<boolean> {
  for (let isAny = false; ; isAny = true) {
    const state = stateFile.read();
    if (state === undefined) return isAny;
    const found = await survey(state, projects);
    const results = inputsOf(await storedResults(found, projects));
    const one = found.tasks.find((its): its is Ticketed => {
      const result = results.get(its.task.task_key);
      if (!isTicketed(its) || isRunning(its, state)) return false;
      return result === undefined ? isMovedAside(its, projects) : result !== its.task.input_digest;
    });
    if (one === undefined) return isAny;
    const created = await replaceTicket(one, found, projects);
    const attempts = state.attempts.map((attempt) =>
      baseKey(attempt.task_key) === one.task.task_key ? { ...attempt, state: 'resolved' as const } : attempt,
    );
    stateFile.write({ ...state, tickets: [...state.tickets, created], attempts });
  }
}

type Ticketed = SurveyedTask & { recorded: RecordedTicket; ticket: Ticket };

function isTicketed(one: SurveyedTask): one is Ticketed {
  return one.recorded !== undefined && one.ticket !== undefined;
}

/** Whether a run ended after it moved a result aside, before it recorded the new ticket. */
function isMovedAside({ task, recorded }: Ticketed, { folderOf }: Projects): boolean {
  return folderOf(task.project).list(`${REFUSED}/${recorded.task_key}`).length > 0;
}

function isRunning({ task }: SurveyedTask, { attempts }: ExtractionState): boolean {
  return attempts.some((attempt) => baseKey(attempt.task_key) === task.task_key && isUnsettled(attempt));
}

interface StoredResult {
  task: SurveyedTask['task'];
  result: TaskResultV1;
}

async function storedResults({ tasks }: Survey, { filesOf }: Projects): Promise<StoredResult[]> {
  const stored: StoredResult[] = [];
  for (const { task, recorded } of tasks) {
    const files = filesOf(task.project);
    const read = files && (await readResult(recorded?.task_key ?? task.task_key, files, () => undefined));
    if (read !== undefined) stored.push({ task, result: read.value });
  }
  return stored;
}

function inputsOf(stored: readonly StoredResult[]): ResultInputs {
  return new Map(stored.map(({ task, result }) => [task.task_key, result.input_digest]));
}

/** Whether a migration that can be believed lists the file of a copy as changed. */
function replacedIn(
  stored: readonly StoredResult[],
  checks: Survey['checks'],
): (occurrence: PlanOccurrence) => boolean {
  const nameOf = (project: string, path: string): string => JSON.stringify([project, path]);
  const believed = stored.filter(({ task }) => task.stage === 'migrate' && isBelievable(checks.get(task.task_key)));
  const changed = new Set(
    believed.flatMap(({ task, result }) => result.changed_files.map(({ path }) => nameOf(task.project, path))),
  );
  return ({ project, path }) => changed.has(nameOf(project, path));
}

/** A later edit of a file that a result lists does not make the result false. */
function isBelievable(check: TaskCheck | undefined): boolean {
  return check?.state !== 'refused' || check.refusals.every(({ reason }) => reason === 'file_changed');
}
