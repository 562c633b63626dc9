import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Task } from '../result/model.ts';
import type { ResultFiles } from '../result/result-files.ts';
import { type Subject, subjectsOf } from '../result/subjects.ts';
import type { TaskCheck } from '../result/verify-plan.ts';
import { readResult } from '../result/verify-result.ts';
import type { SurveyedTask } from './survey.ts';

const LARGEST_FILE = 256 * 1024 * 1024;

/** By project and path. */
type Hashes = ReadonlyMap<string, ReadonlySet<string | null>>;
type Occurrence = ExtractionPlanV1['families'][number]['occurrences'][number];

export interface CitedFile {
  project: string;
  path: string;
}

/** A task that waits, although its ticket is done: a design before it is revised. */
export interface WaitingWork {
  /** With the number of its attempt. */
  key: string;
  project: string;
}

/** The files with copies that the tasks of a plan use. Each is read once. */
export class CitedFiles {
  readonly #subjects: ReadonlyMap<string, Subject>;
  readonly #expected: Hashes;
  readonly #filesOf: (project: string) => ResultFiles | undefined;
  readonly #waiting: readonly WaitingWork[];
  #afterWaiting: Promise<Hashes> | undefined;
  readonly #hashes = new Map<string, string | null>();

  constructor(
    plan: ExtractionPlanV1,
    checks: ReadonlyMap<string, TaskCheck>,
    filesOf: (project: string) => ResultFiles | undefined,
    waiting: readonly WaitingWork[] = [],
  ) {
    this.#waiting = waiting;
    this.#subjects = subjectsOf(plan);
    this.#expected = hashesAfterTasks(plan, checks);
    this.#filesOf = filesOf;
  }

  /**
   * A file that a task cites and that is neither as planned nor as a verified task left it. Functions of which the plan has
   * a digest may be anywhere in their files.
   *
   * @returns undefined if the task can use the copies that the plan cites
   */
  async changedFor({ task_key: key, stage, project: own }: Task): Promise<CitedFile | undefined> {
    // A validation reads the migrated project, a release the package, not the copies.
    if (stage === 'validate' || stage === 'release') return undefined;
    for (const { occurrences } of this.#subjects.get(key)?.families ?? []) {
      for (const occurrence of occurrences) {
        const { project, path, sha256 } = occurrence;
        if (stage === 'migrate' && project !== own) continue;
        const hash = await this.#hashOf(project, path);
        const name = nameOf(project, path);
        if (hash === sha256 || this.#expected.get(name)?.has(hash) === true) continue;
        if ((await this.#hashesAfterWaiting()).get(name)?.has(hash) === true) continue;
        if (!(await this.#hasFunction(occurrence))) return { project, path };
      }
    }
    return undefined;
  }

  /** Whether a changed file still has a function with the same name and code. */
  async #hasFunction({ project, path, qualified_name: name, digest }: Occurrence): Promise<boolean> {
    if (digest === undefined) return false;
    const parsed = await this.#filesOf(project)?.parse(path);
    if (parsed === undefined || !('facts' in parsed)) return false;
    return parsed.facts.declarations.some((one) => one.qualified_name === name && one.function_body === digest);
  }

  /** What the results of waiting tasks list. */
  #hashesAfterWaiting(): Promise<Hashes> {
    this.#afterWaiting ??= this.#readWaiting();
    return this.#afterWaiting;
  }

  async #readWaiting(): Promise<Hashes> {
    const hashes = new Map<string, Set<string | null>>();
    for (const { key, project } of this.#waiting) {
      const files = this.#filesOf(project);
      const read = files && (await readResult(key, files, () => undefined));
      if (read !== undefined) addHashes(hashes, project, read.value);
    }
    return hashes;
  }

  /** Null if it cannot be read. */
  async #hashOf(project: string, path: string): Promise<string | null> {
    const name = nameOf(project, path);
    const known = this.#hashes.get(name);
    if (known !== undefined) return known;
    const found = await this.#filesOf(project)?.check(path, LARGEST_FILE);
    const hash = found !== undefined && 'sha256' in found ? found.sha256 : null;
    this.#hashes.set(name, hash);
    return hash;
  }
}

/** The tasks that wait although their tickets are done. */
export function waitingWork(tasks: readonly Pick<SurveyedTask, 'task' | 'check' | 'ticket'>[]): WaitingWork[] {
  const its = tasks.filter(({ check, ticket }) => check.state === 'waiting' && ticket?.status === 'done');
  return its.map(({ task: { project }, check: { key } }) => ({ key, project }));
}

/** Hashes that verified tasks list for files after them; null for a deleted file. */
function hashesAfterTasks({ tasks }: ExtractionPlanV1, checks: ReadonlyMap<string, TaskCheck>): Hashes {
  const hashes = new Map<string, Set<string | null>>();
  for (const { task_key: key, project } of tasks) {
    const check = checks.get(key);
    if (check?.state === 'verified') addHashes(hashes, project, check.delivery.result);
  }
  return hashes;
}

function addHashes(
  hashes: Map<string, Set<string | null>>,
  project: string,
  { changed_files: changed }: Pick<TaskResultV1, 'changed_files'>,
): void {
  for (const { path, after } of changed) {
    const its = hashes.get(nameOf(project, path)) ?? new Set();
    hashes.set(nameOf(project, path), its.add(after));
  }
}

function nameOf(project: string, path: string): string {
  return `${project}\0${path}`;
}
