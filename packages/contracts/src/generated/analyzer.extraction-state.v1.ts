// Generated from packages/contracts/schemas/analyzer.extraction-state.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { FamilyId, FunctionName, Path, ProjectLabel, Sha256, TaskKey } from './analyzer.extraction.common.v1.ts';

/**
 * Plans, checkouts, tickets and attempts of an extraction. The status of a ticket is only in the tracker.
 */
export interface ExtractionStateV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.extraction-state.v1';
  /**
   * The revisions of the plan, each an unchanged analyzer.extraction-plan.v1; the last one is current.
   *
   * @minItems 1
   */
  plans: {
    /**
     * The schema of the plan.
     */
    schema: 'analyzer.extraction-plan.v1';
    /**
     * Digest of the plan.
     */
    plan_digest: Sha256;
  }[];
  /**
   * The folder of each project that receives tickets.
   */
  checkouts: {
    project: ProjectLabel;
    /**
     * Absolute path of its folder, without symbolic links.
     */
    root: string;
  }[];
  /**
   * The tracker of the tickets.
   */
  tracker: {
    /**
     * embedded: one Markdown file for each ticket; planfile: the program planfile.
     */
    kind: 'embedded' | 'planfile';
    /**
     * Folder of the tickets in each project; null if the tracker chooses it.
     */
    folder: string | null;
  };
  /**
   * The executor of the tickets. Its program is named by the user each time, never by this file.
   */
  executor: {
    /**
     * command: a program that reads the brief on standard input; koru: the program koru.
     */
    kind: 'command' | 'koru';
    /**
     * Who works on a ticket that koru runs: llm, the model of koru; shell, a program that the user named. The executor command does not read it.
     */
    ticket_kind: 'llm' | 'shell';
    /**
     * Time limit of one attempt.
     */
    timeout_seconds: number;
  };
  /**
   * The ticket of each task.
   */
  tickets: {
    task_key: TaskKey;
    project: ProjectLabel;
    /**
     * Id in the tracker of the project.
     */
    ticket_id: string;
    /**
     * Digest of its executor, script, queue and prompt.
     */
    digest: Sha256;
  }[];
  /**
   * All attempts to run a ticket, in order; none is removed.
   */
  attempts: {
    task_key: TaskKey;
    /**
     * Number of the attempt of this task, from 1.
     */
    number: number;
    /**
     * starting: recorded before the process starts; ambiguous: its effects are unknown; resolved: a person checked them.
     */
    state: 'starting' | 'running' | 'ended' | 'ambiguous' | 'resolved';
    /**
     * Process id; null before the start.
     */
    pid: number | null;
    /**
     * Start time of the process as the system reports it, to detect a reused process id.
     */
    process_start: string | null;
    /**
     * Process group; null before the start.
     */
    process_group: number | null;
    /**
     * How the process ended; null while it runs.
     */
    outcome: ('completed' | 'timed_out' | 'failed_to_start' | 'interrupted') | null;
    /**
     * Exit code, for people; null if there is none.
     */
    exit_code: number | null;
    /**
     * Its output, in the project.
     */
    log: Path | null;
    /**
     * The project before the process started. Older programs do not write it.
     */
    base?: {
      /**
       * The commit of Git's HEAD; null if there is none.
       */
      commit: string | null;
      /**
       * Why there is no commit; null if there is one.
       */
      problem: string | null;
      /**
       * Files that differed from the commit, also untracked ones. Control characters in paths are replaced.
       *
       * @maxItems 10000
       */
      differing: {
        path: Path;
        /**
         * Its hash; null if it did not exist.
         */
        sha256: Sha256 | null;
      }[];
      /**
       * The copies that a package, verify or migrate task is about; empty for other tasks.
       */
      copies: {
        family_id: FamilyId;
        path: Path;
        qualified_name: FunctionName;
        /**
         * Fingerprints of the bodies with this name in the file; empty if they could not be read.
         */
        fingerprints: Sha256[];
        /**
         * Hash of its file before the task.
         */
        sha256?: Sha256;
        /**
         * Its project. Older programs do not write it; then it is the project of the task.
         */
        project?: ProjectLabel;
        /**
         * Kind of the declaration; null for code outside of declarations or if it could not be read. Older programs do not write it.
         */
        kind?: ('function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait') | null;
        /**
         * Whether the copy is only a part of the declaration. Older programs do not write it.
         */
        part?: boolean;
        /**
         * Whether its file calls it. Older programs do not write it.
         */
        used?: boolean;
        /**
         * Fingerprints up to renaming. Older programs do not write it.
         */
        shapes?: Sha256[];
        /**
         * Hashes of the different 5-grams of its syntax, 4 bytes each, in base64. Older programs do not write it.
         */
        grams?: string;
        /**
         * Language of its file. Older programs do not write it.
         */
        language?: string;
      }[];
    };
    /**
     * What Git showed when the process had ended, compared with the base. Older programs do not write it.
     */
    changes?: {
      /**
       * Why the changes are not known; null if they are.
       */
      problem: string | null;
      /**
       * The changed files, without files of this program. Control characters in paths are replaced.
       *
       * @maxItems 10001
       */
      files: {
        path: Path;
        /**
         * added: it did not exist before; deleted: it does not exist after.
         */
        change: 'added' | 'modified' | 'deleted';
      }[];
    };
    /**
     * What a scan of the project after the process found that a scan of the base did not. Older programs do not write it.
     */
    findings?: {
      /**
       * Why the project was not scanned; null if it was.
       */
      problem: string | null;
      /**
       * The findings.
       *
       * @maxItems 100
       */
      items: {
        /**
         * copy: a new copy; cycle: a new import cycle; import: an import of a name that its file no longer has.
         */
        kind: 'copy' | 'cycle' | 'import';
        path: Path;
        /**
         * Line, from 1; null for a file.
         */
        line: number | null;
        /**
         * What was found, in one sentence.
         */
        message: string;
      }[];
    };
    /**
     * true for the work of a person or agent between `tickets begin` and `tickets submit`, without a process of this program. Older programs do not write it.
     */
    begun?: boolean;
  }[];
  /**
   * Results with undecided checks that a person accepted. Older programs do not write it.
   */
  accepted?: {
    task_key: TaskKey;
    /**
     * Hash of result.json. Another result is not accepted.
     */
    sha256: Sha256;
  }[];
  /**
   * Git work trees in which `tickets begin` prepares tasks; the tasks of a project use one after the other. Older programs do not write it.
   */
  work_trees?: {
    project: ProjectLabel;
    /**
     * Absolute path of the folder of the project in it.
     */
    root: string;
    /**
     * Its branch, of the last task.
     */
    branch: string;
  }[];
}
