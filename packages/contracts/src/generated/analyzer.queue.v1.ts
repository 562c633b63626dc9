// Generated from packages/contracts/schemas/analyzer.queue.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The state of a queue of workers.
 */
export interface QueueV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.queue.v1';
  /**
   * Number of jobs by state.
   */
  jobs: {
    /**
     * A worker can take them.
     */
    ready: number;
    /**
     * A worker has taken them.
     */
    running: number;
    /**
     * Their result is stored.
     */
    done: number;
    /**
     * They failed and are not tried again.
     */
    dead: number;
    /**
     * A newer revision was enqueued before they started.
     */
    superseded: number;
  };
  /**
   * Ready jobs that only workers of another version take.
   */
  other_versions: number;
  /**
   * Ready jobs that wait after a failed attempt.
   */
  delayed: number;
  /**
   * Number of projects.
   */
  projects: {
    /**
     * All enqueued projects.
     */
    total: number;
    /**
     * Those with a stored part.
     */
    indexed: number;
  };
  /**
   * Workers that have a job and have renewed its lease.
   */
  workers: number;
  /**
   * Jobs done in the last minute.
   */
  done_last_minute: number;
  /**
   * Jobs done in the last hour.
   */
  done_last_hour: number;
  /**
   * Bytes of the stored parts, compressed.
   */
  part_bytes: number;
  /**
   * The dead jobs that failed last, at most 20.
   *
   * @maxItems 20
   */
  dead: {
    /**
     * Name of the project.
     */
    label: string;
    /**
     * Path or URL.
     */
    source: string;
    /**
     * Number of attempts.
     */
    attempts: number;
    /**
     * Error of the last attempt.
     */
    problem: string;
  }[];
}
