import { TABLES } from '../schema/tables.ts';
import { FUNCTIONS } from './functions.ts';

/** A table with its columns in order. */
export interface TableOf {
  name: string;
  columns: string[];
}

const COMMENT = /--.*$/gm;
const TABLE = /CREATE TABLE (\w+) \(([^;]*)\) STRICT(?:, WITHOUT ROWID)?;/g;

/** What an index has besides tables: views and functions. */
export const OTHER_OBJECTS: string = `
  ${TABLES.replace(COMMENT, '').replace(TABLE, '')}
  ${FUNCTIONS}
  -- Paths are valid on the machine that indexed only.
  CREATE VIEW local_root AS
  SELECT project_id, root FROM local_root_of WHERE machine = current_setting('analyzer.machine', true);
`;
