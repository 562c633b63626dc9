import type { Migration } from './migration.ts';

/** What an index was published from, so that the same projects are not published again. */
export const PUBLICATIONS: Migration = {
  number: 6,
  name: 'publications',
  sql: `
    ALTER TABLE analyzer.generation ADD COLUMN content text; -- 64 hex; null if no queue published it

    -- Index files that programs published from the queue of this database.
    CREATE TABLE analyzer.published_file (
      host    text NOT NULL,
      path    text NOT NULL,
      content text NOT NULL,
      state   text NOT NULL,                        -- metadata of the file, of which no program can set all
      PRIMARY KEY (host, path)
    );
  `,
};
