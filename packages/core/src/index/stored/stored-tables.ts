import { SCHEMA_VERSION } from '../schema/released.ts';
import { INDEX_TABLES, type IndexTable } from '../schema/table-columns.ts';

export type { IndexTable, TableColumn } from '../schema/table-columns.ts';

/** Version of the tables: an index of another one has other tables. */
export const TABLES_VERSION: number = SCHEMA_VERSION;

/** The tables that an index consists of, without those with data of one machine. */
export const STORED_TABLES: readonly IndexTable[] = INDEX_TABLES.filter(({ name }) => !name.startsWith('local_'));
