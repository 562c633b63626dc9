// Generated from packages/contracts/schemas/analyzer.handoff.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { InputDigest, Path, ProjectLabel, Sha256, Stage, TaskKey } from './analyzer.extraction.common.v1.ts';

/**
 * What the verified preceding tasks delivered to a task. The file handoff.json of the task's incoming folder.
 */
export interface HandoffV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.handoff.v1';
  task_key: TaskKey;
  input_digest: InputDigest;
  /**
   * Digest of this document without this property. The task's result repeats it.
   */
  handoff_digest: Sha256;
  /**
   * All tasks before this one, in the order of the plan.
   *
   * @maxItems 100000
   */
  predecessors: {
    task_key: TaskKey;
    stage: Stage;
    project: ProjectLabel;
    /**
     * Copies of its result and its artifacts, the result first.
     *
     * @minItems 1
     * @maxItems 1001
     */
    files: {
      /**
       * Path below the folder of this document: the task key, then the path in the artifact folder.
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
      role: 'result' | 'package' | 'patch' | 'log' | 'report' | 'other';
    }[];
  }[];
}
