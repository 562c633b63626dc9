import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { HandoffV1 } from '@analyzer/contracts/analyzer.handoff.v1';
import { handoffOf } from '../handoff/manifest.ts';
import { evidenceIds } from '../materialize/context-pack.ts';
import { CONTEXT } from '../materialize/task-draft.ts';
import { releaseOf } from '../plan/releases.ts';
import { taskKey } from '../plan/task-keys.ts';
import type { TicketStatus } from '../tracker/port.ts';
import { testsOf } from './check-tests.ts';
import { earlierHandoffs } from './earlier-handoffs.ts';
import { FileHashes } from './file-hashes.ts';
import type {
  Check,
  Delivery,
  DesignedExport,
  EarlierTests,
  Family,
  ObservedWork,
  Refusal,
  ReleaseExpectation,
  Target,
  Task,
} from './model.ts';
import type { ResultFiles } from './result-files.ts';
import { type Subject, subjectsOf } from './subjects.ts';
import { readResult, verifyResult } from './verify-result.ts';

/** The tickets and files of an extraction. */
export interface Extraction {
  plan: ExtractionPlanV1;
  /** The key of the ticket that counts: with a number if the task was replaced. */
  keyOf(taskKey: string): string;
  /** The keys of the tickets that it replaced. */
  replacedKeysOf(taskKey: string): readonly string[];
  /** The status of the ticket that counts; undefined without a ticket. */
  statusOf(taskKey: string): TicketStatus | undefined;
  /** What was recorded about the work on a task. */
  observedOf(taskKey: string): ObservedWork;
  /** Whether a person accepted a result with undecided checks. */
  isAccepted(key: string, sha256: string): boolean;
  /** The files of a project; undefined if its checkout is not known. */
  filesOf(project: string): ResultFiles | undefined;
}

/**
 * How sure an accepted result is. `verified`: every check of its stage passed. `consistent`: it is complete and unchanged, and
 * no check contradicts it, but one was not done, a person decided it, or the stage only claims.
 */
export type Assurance = 'consistent' | 'verified';

interface Accepted {
  key: string;
  handoff: HandoffV1;
  delivery: Delivery;
  assurance: Assurance;
  checks: readonly Check[];
}

/** The state of a task, from the files and the status of its ticket. Both `verified` and `delivered` have an assurance. */
export type TaskCheck =
  /** The result is accepted and the ticket is done. */
  | ({ state: 'verified' } & Accepted)
  /** The result is accepted, but its ticket is not done. */
  | ({ state: 'delivered' } & Accepted)
  /** No check refuses the result, but a person must decide about one. */
  | ({ state: 'undecided' } & Accepted)
  /** The design keeps all copies: there is nothing to do. */
  | { state: 'not_needed'; key: string }
  /** The tasks before are verified; there is no result. */
  | { state: 'no_result'; key: string; handoff: HandoffV1 }
  | { state: 'refused'; key: string; handoff: HandoffV1; refusals: readonly Refusal[]; checks: readonly Check[] }
  /** A task before is not verified. */
  | { state: 'waiting'; key: string; waitsFor: readonly string[] };

/**
 * Verifies all results of a plan, in its order. A task is verified only if all tasks before it are: its result depends on
 * what they delivered.
 *
 * @returns by task key of the plan, in its order
 */
export async function verifyPlan(extraction: Extraction): Promise<ReadonlyMap<string, TaskCheck>> {
  const { plan } = extraction;
  const subjects = subjectsOf(plan);
  const declared = await declaredChanges(extraction);
  const known = FileHashes.ofPlan(plan);
  const checks = new Map<string, TaskCheck>();
  const positions = new Map(plan.tasks.map(({ task_key: key }, index) => [key, index]));
  const positionOf = (key: string): number => positions.get(key) ?? 0;
  const before = new Map<string, ReadonlySet<string>>();
  for (const task of plan.tasks) {
    const subject = subjects.get(task.task_key) ?? { package: null, families: [] };
    const all = new Set(task.after.flatMap((key) => [...(before.get(key) ?? []), key]));
    before.set(task.task_key, all);
    const earlier = [...all].sort((a, b) => positionOf(a) - positionOf(b));
    addCopies(known, extraction.observedOf(task.task_key));
    const check = await checkTask({ task, subject, earlier, checks, known, declared, extraction });
    checks.set(task.task_key, check);
    if ('delivery' in check) known.addChanges(task.project, check.delivery.result);
  }
  return checks;
}

/** Files with copies that were edited elsewhere before the task: their functions were as planned when it began. */
function addCopies(known: FileHashes, { copies }: ObservedWork): void {
  if ('unknown' in copies) return;
  for (const { project, path, sha256 } of copies) {
    if (project !== undefined && sha256 !== undefined) known.add(project, path, sha256);
  }
}

interface TaskInput {
  task: Task;
  subject: Subject;
  /** Keys of all tasks before, in the order of the plan. */
  earlier: readonly string[];
  checks: ReadonlyMap<string, TaskCheck>;
  known: FileHashes;
  declared: DeclaredChanges;
  extraction: Extraction;
}

async function checkTask({
  task,
  subject,
  earlier,
  checks,
  known,
  declared,
  extraction,
}: TaskInput): Promise<TaskCheck> {
  const key = extraction.keyOf(task.task_key);
  const waitsFor = task.after.filter((one) => !isSettled(checks.get(one)));
  if (waitsFor.length > 0) return { state: 'waiting', key, waitsFor };
  const deliveries = earlier.flatMap((one) => {
    const check = checks.get(one);
    return check?.state === 'verified' ? [check.delivery] : [];
  });
  const kept = keptFamilies(deliveries);
  const exported = subject.families.filter(({ family_id: id }) => subject.package === null || !kept.has(id));
  if (isNotNeeded(task, exported, checks)) return { state: 'not_needed', key };
  const handoff = handoffOf(key, task, deliveries);
  const files = extraction.filesOf(task.project);
  if (files === undefined) return { state: 'no_result', key, handoff };
  const verdict = await verifyResult(
    {
      key,
      task,
      handoffDigest: handoff.handoff_digest,
      earlierHandoffs: await earlierHandoffs(key, task, deliveries, extraction),
      ...subject,
      exported,
      candidates: extraction.plan.config.packages.map(({ id }) => id),
      version: versionOf(subject, deliveries),
      release: releaseExpectation(task, subject, deliveries, extraction.plan),
      designed: designedExports(deliveries),
      targets: subject.package === null ? targetsOf(deliveries, extraction.plan) : new Map(),
      migration: task.stage === 'validate' ? resultOfMigration(task, deliveries) : undefined,
      packages: extraction.plan.packages,
      testsBefore: await testsBefore(task, deliveries, files),
      before: known.of(task.project),
      later: declared.after(task, new Set(earlier)),
      observed: observedOf(task, extraction),
      kept,
      evidence: await citableEvidence(task, files),
    },
    files,
  );
  if ('refusals' in verdict) {
    const isAbsent = verdict.refusals.every(({ reason }) => reason === 'no_result');
    return isAbsent ? { state: 'no_result', key, handoff } : { state: 'refused', key, handoff, ...verdict };
  }
  const accepted = { key, handoff, assurance: assuranceOf(task, verdict.checks), ...verdict };
  const isOpen = verdict.checks.some(({ outcome }) => outcome === 'undecided');
  if (isOpen && !extraction.isAccepted(key, verdict.delivery.file.sha256)) return { state: 'undecided', ...accepted };
  const isDone = extraction.statusOf(task.task_key) === 'done';
  return { state: isDone ? 'verified' : 'delivered', ...accepted };
}

function assuranceOf({ stage }: Task, checks: readonly Check[]): Assurance {
  if (stage === 'design' || stage === 'route-review') return 'consistent';
  return checks.every(({ outcome }) => outcome === 'passed') ? 'verified' : 'consistent';
}

/** Tests of the package or the migration that a task checks. */
async function testsBefore(
  { after, stage, project }: Task,
  deliveries: readonly Delivery[],
  files: ResultFiles,
): Promise<EarlierTests | undefined> {
  if (stage !== 'verify' && stage !== 'validate') return undefined;
  const before = deliveries.find(({ task }) => after.includes(task.task_key) && task.project === project);
  return before && testsOf(before, files);
}

/** A validation looks for the copies that the migration before it named. */
function observedOf(task: Task, { observedOf: of }: Extraction): ObservedWork {
  const own = of(task.task_key);
  const [migrate] = task.stage === 'validate' ? task.after : [];
  if (migrate === undefined) return own;
  const { copies, base } = of(migrate);
  return { ...own, copies, base };
}

function resultOfMigration({ after }: Task, deliveries: readonly Delivery[]): Delivery['result'] | undefined {
  return deliveries.find(({ task: { task_key: key } }) => after.includes(key))?.result;
}

function designedExports(deliveries: readonly Delivery[]): ReadonlyMap<string, DesignedExport> {
  const proposals = deliveries.flatMap(({ proposal }) => proposal ?? []);
  return new Map(
    proposals.flatMap(({ decision, exports }) => {
      return exports.map(({ family_id: id, symbol, signature }) => [id, { symbol, signature, decision }] as const);
    }),
  );
}

function targetsOf(deliveries: readonly Delivery[], { families, packages }: ExtractionPlanV1): Map<string, Target> {
  const targets = new Map<string, Target>();
  const packageIds = new Map(families.map(({ family_id: id, package_id: its }) => [id, its]));
  for (const { family_id: id, symbol, path } of deliveries.flatMap(({ result }) => result.exports)) {
    const its = packages.find(({ package_id: one }) => one === packageIds.get(id));
    if (its !== undefined) targets.set(id, { package: its, symbol, path });
  }
  return targets;
}

const LARGEST_CONTEXT = 64 * 1024 * 1024;

/** Ids that a proposal may cite; null if its context has no evidence or cannot be read, so that nothing is compared. */
async function citableEvidence(
  { stage, context: [path] }: Task,
  files: ResultFiles,
): Promise<ReadonlySet<string> | null> {
  if ((stage !== 'design' && stage !== 'route-review') || path === undefined) return null;
  const read = await files.read(`${CONTEXT}/${path}`, LARGEST_CONTEXT);
  const ids = 'content' in read ? evidenceIds(read.content.toString('utf8')) : undefined;
  return ids === undefined || ids.size === 0 ? null : ids;
}

/** Whether tasks after it may run. */
export function isSettled(check: TaskCheck | undefined): boolean {
  return check?.state === 'verified' || check?.state === 'not_needed';
}

/** Families whose copies a design leaves in their files. */
function keptFamilies(deliveries: readonly Delivery[]): ReadonlySet<string> {
  const targets = deliveries.flatMap(({ proposal }) => proposal?.targets ?? []);
  return new Set(targets.filter(({ package_id: to }) => to === 'keep_local').map(({ family_id: id }) => id));
}

function isNotNeeded(task: Task, exported: readonly Family[], checks: ReadonlyMap<string, TaskCheck>): boolean {
  switch (task.stage) {
    case 'package':
      return exported.length === 0;
    case 'verify':
    case 'release':
    case 'migrate':
    case 'validate':
      return task.after.length > 0 && task.after.every((key) => checks.get(key)?.state === 'not_needed');
    default:
      return false;
  }
}

function versionOf(subject: Subject, deliveries: readonly Delivery[]): string | null {
  if (subject.package === null) return null;
  return deliveries.find(({ task }) => task.stage === 'package')?.result.package?.version ?? null;
}

/** Of a release, and of a package task before one. */
function releaseExpectation(
  { stage }: Task,
  { package: target }: Subject,
  deliveries: readonly Delivery[],
  { config, tasks }: ExtractionPlanV1,
): ReleaseExpectation | undefined {
  if (target === null || (stage !== 'release' && stage !== 'package')) return undefined;
  const release = releaseOf(config, target);
  const key = taskKey('release', target.package_id);
  if (release === undefined || !tasks.some((one) => one.task_key === key)) return undefined;
  const verified = deliveries.find(({ task }) => task.stage === 'package')?.result;
  const last = config.packages.find(({ id }) => id === target.package_id)?.released ?? null;
  return { ...release, last, verified };
}

interface DeclaredChanges {
  /** Hashes after tasks of the same project that are not before this one, by path. */
  after(task: Task, before: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads what all results list as changed, also those that are refused: the files have these contents. */
async function declaredChanges({ plan, keyOf, filesOf }: Extraction): Promise<DeclaredChanges> {
  const projects = new Map<string, { key: string; result: Delivery['result'] }[]>();
  for (const { task_key: key, project } of plan.tasks) {
    const files = filesOf(project);
    const read = files && (await readResult(keyOf(key), files, () => undefined));
    if (read === undefined) continue;
    const its = projects.get(project) ?? [];
    its.push({ key, result: read.value });
    projects.set(project, its);
  }
  return {
    after: ({ task_key: own, project }, before) => {
      const hashes = new FileHashes();
      for (const { key, result } of projects.get(project) ?? []) {
        if (key !== own && !before.has(key)) hashes.addChanges(project, result);
      }
      return hashes.of(project);
    },
  };
}
