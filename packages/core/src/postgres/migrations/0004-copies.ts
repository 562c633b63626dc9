import type { Migration } from './migration.ts';

/**
 * The functions of the newest results of a queue, and their groups. A worker changes all of it in the transaction that
 * stores a result. Projects with results from before this migration have no rows until a worker adds them.
 */
export const COPIES: Migration = {
  number: 4,
  name: 'copies',
  sql: `
    CREATE TABLE analyzer.copies_project (
      label    text COLLATE "C" PRIMARY KEY,
      part_key text NOT NULL,                       -- of the result with these functions
      versions text NOT NULL,                       -- of the program that found them
      kinds    text NOT NULL                        -- of the groups that the project wants, with a comma
    );

    -- Each function that can be in a group, once for each kind.
    CREATE TABLE analyzer.copies_function (
      kind        smallint NOT NULL,                -- GROUP_KINDS
      fingerprint bytea NOT NULL,                   -- 32 bytes
      project     text COLLATE "C" NOT NULL,
      path        text COLLATE "C" NOT NULL,
      start_byte  bigint NOT NULL,
      end_byte    bigint NOT NULL,
      start_line  integer NOT NULL,                 -- from 1, inclusive
      end_line    integer NOT NULL,
      nodes       integer NOT NULL,
      name        text COLLATE "C" NOT NULL
    );
    CREATE INDEX copies_function_group ON analyzer.copies_function (kind, fingerprint, project);
    CREATE INDEX copies_function_project ON analyzer.copies_function (project);

    -- Functions of one kind and fingerprint, if there are at least two.
    CREATE TABLE analyzer.copies_group (
      kind        smallint NOT NULL,
      fingerprint bytea NOT NULL,
      occurrences bigint NOT NULL,
      projects    bigint NOT NULL,
      project     text COLLATE "C" NOT NULL,        -- of the first function by project, path and position
      path        text COLLATE "C" NOT NULL,
      start_byte  bigint NOT NULL,
      PRIMARY KEY (kind, fingerprint)
    );

    -- Sums of the canonical lines of the groups of a kind.
    CREATE TABLE analyzer.copies_range (
      kind  smallint NOT NULL,
      range smallint NOT NULL,                      -- first byte of the fingerprints
      lines bigint NOT NULL,
      sums  text NOT NULL,                          -- eight decimal numbers separated by TAB: they can exceed 64 bits
      PRIMARY KEY (kind, range)
    );

    CREATE TABLE analyzer.copies_state (
      id         integer PRIMARY KEY CHECK (id = 1),
      number     bigint NOT NULL,                   -- of changes
      root       text NOT NULL,                     -- 64 hex; of the kinds that a project wants
      changed_at timestamptz NOT NULL
    );
    INSERT INTO analyzer.copies_state
    VALUES (1, 0, 'd7a2a9a8519bf4fc01dad9f6ca40d2fbde68d4ca74b2c7d2e05a4388c087bcc4', now());
  `,
};
