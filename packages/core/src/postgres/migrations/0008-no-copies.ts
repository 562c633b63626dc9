import type { Migration } from './migration.ts';

/** Published indexes have these groups: results of workers no longer wait for each other to change them. */
export const NO_COPIES: Migration = {
  number: 8,
  name: 'no-copies',
  sql: `
    DROP TABLE IF EXISTS analyzer.copies_project, analyzer.copies_function, analyzer.copies_group, analyzer.copies_range,
      analyzer.copies_state;
  `,
};
