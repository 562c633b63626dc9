import type { Migration } from './migration.ts';

/**
 * The queue of workers. A project has the job that it wants, which is the last one that was enqueued for it, and the part
 * that this job wrote. A part is an SQLite file, compressed and in chunks.
 */
export const QUEUE: Migration = {
  number: 3,
  name: 'queue',
  sql: `
    CREATE TABLE analyzer.job (
      id          bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      key         text NOT NULL UNIQUE,             -- 64 hex; of label, source, revision, versions and options
      label       text COLLATE "C" NOT NULL,
      source      text NOT NULL,
      revision    text NOT NULL,
      versions    text NOT NULL,                    -- only workers with the same versions take it
      options     text NOT NULL,                    -- JSON
      state       text NOT NULL CHECK (state IN ('ready', 'running', 'done', 'dead', 'superseded')),
      attempts    integer NOT NULL DEFAULT 0,
      ready_at    timestamptz NOT NULL DEFAULT now(),
      lease       uuid,                             -- of a running job; only its holder may close the job
      lease_until timestamptz,
      worker      text,
      problem     text,                             -- of the last attempt
      created_at  timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz
    );
    CREATE INDEX job_ready ON analyzer.job (ready_at, id) WHERE state = 'ready';
    CREATE INDEX job_running ON analyzer.job (lease_until) WHERE state = 'running';
    CREATE INDEX job_label ON analyzer.job (label);
    CREATE INDEX job_finished ON analyzer.job (finished_at) WHERE finished_at IS NOT NULL;

    CREATE TABLE analyzer.part (
      key       text PRIMARY KEY,                   -- 64 hex; of the content that it depends on
      label     text COLLATE "C" NOT NULL,
      sha256    text NOT NULL,                      -- of the file
      size      bigint NOT NULL,
      stored_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX part_label ON analyzer.part (label);

    CREATE TABLE analyzer.part_chunk (
      part_key text NOT NULL REFERENCES analyzer.part ON DELETE CASCADE,
      seq      integer NOT NULL,
      data     bytea NOT NULL,
      PRIMARY KEY (part_key, seq)
    );
    ALTER TABLE analyzer.part_chunk ALTER COLUMN data SET STORAGE EXTERNAL;

    -- One row for each job that was closed with a result.
    CREATE TABLE analyzer.job_result (
      job_id      bigint PRIMARY KEY REFERENCES analyzer.job ON DELETE CASCADE,
      part_key    text NOT NULL,                    -- its part is removed when the project gets a newer one
      snapshot_id text NOT NULL,
      attempt     integer NOT NULL,
      worker      text NOT NULL
    );

    CREATE TABLE analyzer.project (
      label    text COLLATE "C" PRIMARY KEY,
      source   text NOT NULL,
      job_id   bigint NOT NULL REFERENCES analyzer.job,
      part_key text REFERENCES analyzer.part,
      root     text                                 -- of a folder, on the machine of the worker
    );
  `,
};
