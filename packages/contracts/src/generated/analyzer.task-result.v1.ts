// Generated from packages/contracts/schemas/analyzer.task-result.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { FamilyId, FunctionName, InputDigest, Path, ReleaseResult, Sha256, TaskKey } from './analyzer.extraction.common.v1.ts';

/**
 * What a task delivered. The file result.json of the task's artifact folder.
 */
export interface TaskResultV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.task-result.v1';
  task_key: TaskKey;
  input_digest: InputDigest;
  /**
   * Digest of the handoff manifest: what the preceding tasks delivered.
   */
  handoff_digest: Sha256;
  /**
   * done: complete; needs_review: a person decides; failed: not possible.
   */
  status: 'done' | 'needs_review' | 'failed';
  /**
   * The changed files of the project, by path.
   *
   * @maxItems 10000
   */
  changed_files: {
    path: Path;
    /**
     * Its hash before the task; null if the task created it.
     */
    before: Sha256 | null;
    /**
     * Its hash after the task; null if the task deleted it.
     */
    after: Sha256 | null;
  }[];
  /**
   * Files in the artifact folder of the task.
   *
   * @maxItems 1000
   */
  artifacts: {
    /**
     * Path below the artifact folder of the task.
     */
    path: Path;
    sha256: Sha256;
    /**
     * Size.
     */
    bytes: number;
    /**
     * Purpose of the file.
     */
    role: 'package' | 'patch' | 'log' | 'report' | 'other';
  }[];
  /**
   * The tests that were run.
   *
   * @maxItems 1000
   */
  tests: {
    /**
     * Name of the test suite.
     */
    name: string;
    /**
     * The command as text. Nothing runs it.
     */
    command_text: string;
    /**
     * Exit code of the command.
     */
    exit_code: number;
    /**
     * Its output.
     */
    log: {
      /**
       * Path below the artifact folder of the task.
       */
      path: Path;
      sha256: Sha256;
    };
  }[];
  /**
   * The delivered package; null if the task delivers none.
   */
  package: {
    /**
     * Name in the package manager.
     */
    name: string;
    /**
     * Version.
     */
    version: string;
  } | null;
  /**
   * Where each family is exported.
   *
   * @maxItems 10000
   */
  exports: {
    family_id: FamilyId;
    symbol: FunctionName;
    path: Path;
  }[];
  /**
   * The licence review; null if the task has none.
   */
  license: {
    /**
     * SPDX expression of the package's licence.
     */
    spdx: string;
    /**
     * Files that show the licence.
     *
     * @minItems 1
     * @maxItems 200
     */
    evidence: Path[];
  } | null;
  /**
   * Remarks for people.
   */
  notes: string;
  /**
   * Copies that a migrate task left in their files, each with a reason. A person accepts them.
   *
   * @maxItems 10000
   */
  kept?: {
    family_id: FamilyId;
    path: Path;
    name: FunctionName;
    /**
     * Why it stays.
     */
    reason: string;
  }[];
  /**
   * The release of the package; null if the task has none.
   */
  release?: ReleaseResult | null;
}
