import type { Migration } from './migration.ts';

/**
 * A generation is one state of the index: a schema `analyzer_gN` with the tables of an index file. The only row of
 * `current` names the generation that readers open.
 */
export const GENERATIONS: Migration = {
  number: 1,
  name: 'generations',
  sql: `
    CREATE TABLE analyzer.generation (
      number         bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      schema_version integer NOT NULL,
      started_at     timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE analyzer.current (
      id           integer PRIMARY KEY CHECK (id = 1),
      generation   bigint NOT NULL REFERENCES analyzer.generation,
      snapshot_id  text NOT NULL,
      published_at timestamptz NOT NULL
    );
  `,
};
