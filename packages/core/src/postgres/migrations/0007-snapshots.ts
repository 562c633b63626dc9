import type { Migration } from './migration.ts';

/** Readers find the generation of a snapshot, to go on with the pages of a list after a publication. */
export const SNAPSHOTS: Migration = {
  number: 7,
  name: 'snapshots',
  sql: `
    ALTER TABLE analyzer.generation ADD COLUMN snapshot_id text; -- 64 hex; null for one of an earlier version of this program
  `,
};
