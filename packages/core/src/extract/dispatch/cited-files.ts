import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { Task } from '../result/model.ts';
import type { ResultFiles } from '../result/result-files.ts';
import { type Subject, subjectsOf } from '../result/subjects.ts';
import type { TaskCheck } from '../result/verify-plan.ts';

const LARGEST_FILE = 256 * 1024 * 1024;

type Occurrence = ExtractionPlanV1['families'][number]['occurrences'][number];

export interface CitedFile {
  project: string;
  path: string;
}

/** The files with copies that the tasks of a plan use. Each is read once. */
export class CitedFiles {
  readonly #subjects: ReadonlyMap<string, Subject>;
  readonly #expected: ReadonlyMap<string, ReadonlySet<string | null>>;
  readonly #filesOf: (project: string) => ResultFiles | undefined;
  readonly #hashes = new Map<string, string | null>();

  constructor(
    plan: ExtractionPlanV1,
    checks: ReadonlyMap<string, TaskCheck>,
    filesOf: (project: string) => ResultFiles | undefined,
  ) {
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
        if (hash === sha256 || this.#expected.get(nameOf(project, path))?.has(hash) === true) continue;
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

/** Hashes that verified tasks list for files after them; null for a deleted file. */
function hashesAfterTasks(
  { tasks }: ExtractionPlanV1,
  checks: ReadonlyMap<string, TaskCheck>,
): ReadonlyMap<string, ReadonlySet<string | null>> {
  const hashes = new Map<string, Set<string | null>>();
  for (const { task_key: key, project } of tasks) {
    const check = checks.get(key);
    if (check?.state !== 'verified') continue;
    for (const { path, after } of check.delivery.result.changed_files) {
      const its = hashes.get(nameOf(project, path)) ?? new Set();
      hashes.set(nameOf(project, path), its.add(after));
    }
  }
  return hashes;
}

function nameOf(project: string, path: string): string {
  return `${project}\0${path}`;
}
