import type { Migration } from './migration.ts';

/** For the removal of finished jobs: each removed row is looked up in the tables that refer to it. */
export const FINISHED_JOBS: Migration = {
  number: 5,
  name: 'finished-jobs',
  sql: `
    -- Last time that a program enqueued the job.
    ALTER TABLE analyzer.job ADD COLUMN enqueued_at timestamptz NOT NULL DEFAULT now();
    CREATE INDEX project_job ON analyzer.project (job_id);
    CREATE INDEX project_part ON analyzer.project (part_key);
  `,
};
