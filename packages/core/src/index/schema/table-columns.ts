import { TABLES } from './tables.ts';

/** A column of a table. */
export interface TableColumn {
  name: string;
  type: 'INTEGER' | 'TEXT' | 'BLOB';
  /** It has no nulls. */
  isRequired: boolean;
}

/** A table of an index. */
export interface IndexTable {
  name: string;
  /** In their order. */
  columns: readonly TableColumn[];
  /** Columns of the primary key: rows are ordered by them. */
  key: readonly string[];
}

const COMMENT = /--.*$/gm;
const TABLE = /CREATE TABLE (\w+) \(([^;]*)\) STRICT(?:, WITHOUT ROWID)?;/g;
const COLUMN = /^\s*(\w+)\s+(INTEGER|TEXT|BLOB)\b(.*)$/gm;
const KEY = /^\s*PRIMARY KEY \(([^)]*)\)/m;

/** The tables of `tables.ts`, in their order. */
export const INDEX_TABLES: readonly IndexTable[] = [...TABLES.replace(COMMENT, '').matchAll(TABLE)].map(
  ([, name = '', definition = '']) => {
    const found = [...definition.matchAll(COLUMN)];
    const key = KEY.exec(definition)?.[1]?.split(', ') ?? found.slice(0, 1).map(([, column = '']) => column);
    const columns = found.map(([, column = '', type, rest = '']): TableColumn => {
      const isRequired = rest.includes('NOT NULL') || key.includes(column);
      return { name: column, type: type === 'INTEGER' || type === 'TEXT' ? type : 'BLOB', isRequired };
    });
    return { name, columns, key };
  },
);
