// Generated from packages/contracts/schemas/analyzer.extraction-status.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { ProjectLabel, Sha256, Stage, TaskKey } from './analyzer.extraction.common.v1.ts';

/**
 * The tasks of the current plan of an extraction, from its tickets and results.
 */
export interface ExtractionStatusV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.extraction-status.v1';
  /**
   * The state of the index that the plan is computed from.
   */
  snapshot_id: Sha256;
  /**
   * Digest of the plan.
   */
  plan_digest: Sha256;
  /**
   * The tasks, each after the tasks that it depends on.
   */
  tasks: {
    /**
     * Key in the plan.
     */
    task_key: TaskKey;
    /**
     * Key of the ticket that counts: with a number if a refused result was replaced.
     */
    ticket_key: TaskKey;
    stage: Stage;
    project: ProjectLabel;
    /**
     * Title of the task.
     */
    title: string;
    /**
     * Keys of the tasks whose results must be consistent before.
     */
    after: TaskKey[];
    /**
     * complete: its result is accepted, see assurance; not_needed: the design keeps all copies; ready: may run now; waiting: for other tasks or a process; ambiguous: the effects of an attempt are unknown; refused: the result or ticket is not accepted; failed: failed or canceled; stale: cited files changed; needs_person: a person decides.
     */
    state:
      'complete' | 'not_needed' | 'ready' | 'waiting' | 'ambiguous' | 'refused' | 'failed' | 'stale' | 'needs_person';
    /**
     * Why, in one sentence.
     */
    reason: string;
    /**
     * How sure the result is. verified: every check of the stage passed, so the code was compared too. consistent: it is complete and unchanged, and no check contradicts it, but a check was not done, or the stage only claims. Null without an accepted result.
     */
    assurance?: ('consistent' | 'verified') | null;
    /**
     * What was compared with the project; only the checks of the stage, empty without a readable result.
     */
    checks?: {
      /**
       * exports: each export is declared as the design says; code: the function of the package is that of the copies; changed_files: the listed files are those that Git shows; files: no other file than those of the task changed; copies: each copy of a migrate task is gone or calls the package; importers: the project imports the package; project: no new copy, no new import cycle and no import of a removed copy; release: the package is where the configuration says, as it was verified.
       */
      check: 'exports' | 'code' | 'changed_files' | 'files' | 'copies' | 'importers' | 'project' | 'release';
      /**
       * A failed check refuses the result; a person decides about an undecided one.
       */
      outcome: 'passed' | 'failed' | 'undecided' | 'not_checked';
      /**
       * Why it failed, is undecided or was not done; null if it passed.
       */
      reason: string | null;
    }[];
    /**
     * Why the result is refused; empty otherwise.
     */
    problems?: {
      /**
       * Its code, listed in the guide of tickets.
       */
      code: string;
      /**
       * File of the project, with a line after a colon if it is known.
       */
      path: string;
      /**
       * What is wrong, in one sentence.
       */
      message: string;
    }[];
    /**
     * Its ticket; null if there is none.
     */
    ticket: {
      /**
       * Id in the tracker of the project.
       */
      id: string;
      /**
       * Status in the tracker.
       */
      status: 'open' | 'in_progress' | 'review' | 'done' | 'blocked' | 'canceled' | 'failed';
    } | null;
  }[];
  /**
   * Tickets of earlier plans of which the current plan has no task.
   */
  superseded: {
    /**
     * Key of its task.
     */
    ticket_key: TaskKey;
    project: ProjectLabel;
    /**
     * Id in the tracker of the project.
     */
    id: string;
  }[];
}
