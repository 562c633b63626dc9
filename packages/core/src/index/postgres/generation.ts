import { SCHEMA_VERSION } from '../schema/released.ts';

/** The schema of a generation (`migrations/0001-generations.ts`). */
export function schemaOf(generation: number): string {
  return `analyzer_g${generation}`;
}

/** Starts the name of a schema with the rows of all generations of a version of the schema. */
export const SHARED_PREFIX = 'analyzer_rows_v';

/** Raised with every change of how a server stores rows of one version of the schema. */
const LAYOUT = 3;

/** The schema with the rows of all generations of this version. */
export const SHARED = `${SHARED_PREFIX}${SCHEMA_VERSION}_${LAYOUT}`;

/**
 * Indexes leave no space in their pages: the tables of a generation never change, and a changed range of others doubles the
 * entries of its pages, for which the usual tenth is not enough.
 */
export const FULL_PAGES = 'WITH (fillfactor = 100)';

/** Later than each generation: rows that end there are of the newest one. */
export const LAST_GENERATION = 2_147_483_647;
