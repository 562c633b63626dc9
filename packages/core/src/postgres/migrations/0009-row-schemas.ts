import type { Migration } from './migration.ts';

/** Generations of one version of the schema can have their rows in schemas of different layouts. */
export const ROW_SCHEMAS: Migration = {
  number: 9,
  name: 'row-schemas',
  sql: `
    ALTER TABLE analyzer.generation ADD COLUMN rows_schema text; -- null if a generation has tables of its own
    UPDATE analyzer.generation SET rows_schema = 'analyzer_rows_v' || schema_version;
  `,
};
