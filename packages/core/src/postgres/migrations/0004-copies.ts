import type { Migration } from './migration.ts';

/** Earlier versions created tables of the groups of a queue here, which `0008-no-copies.ts` removes. */
export const COPIES: Migration = { number: 4, name: 'copies', sql: 'SELECT' };
