import { SCHEMA_VERSION } from '../schema/released.ts';

/** The schema of a generation (`migrations/0001-generations.ts`). */
export function schemaOf(generation: number): string {
  return `analyzer_g${generation}`;
}

/** Starts the name of a schema with the rows of all generations of a version of the schema. */
export const SHARED_PREFIX = 'analyzer_rows_v';

/** The schema with the rows of all generations of this version. */
export const SHARED = `${SHARED_PREFIX}${SCHEMA_VERSION}`;

/** Later than each generation: rows that end there are of the newest one. */
export const LAST_GENERATION = 2_147_483_647;
