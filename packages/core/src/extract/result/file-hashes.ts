import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { ABSENT } from './check-changed-files.ts';

/** Hashes that files of projects have at some time of the extraction, by project and path. */
export class FileHashes {
  readonly #projects = new Map<string, Map<string, Set<string>>>();

  /** The hashes of the files that a plan cites. */
  static ofPlan(plan: ExtractionPlanV1): FileHashes {
    const hashes = new FileHashes();
    for (const { occurrences } of plan.families) {
      for (const { project, path, sha256 } of occurrences) hashes.add(project, path, sha256);
    }
    return hashes;
  }

  /** Adds the hashes after a task. */
  addChanges(project: string, { changed_files: files }: TaskResultV1): void {
    for (const { path, after } of files) this.add(project, path, after ?? ABSENT);
  }

  add(project: string, path: string, hash: string): void {
    const paths = this.#projects.get(project) ?? new Map<string, Set<string>>();
    this.#projects.set(project, paths);
    const hashes = paths.get(path) ?? new Set<string>();
    paths.set(path, hashes);
    hashes.add(hash);
  }

  /** By path. */
  of(project: string): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#projects.get(project) ?? new Map();
  }
}
