import { expect, test } from 'vitest';
import { ROWS } from '../generated/rows.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { createStaging } from '../write/staging.ts';
import { TABLES } from './tables.ts';

const database = await openDatabase(':memory:', { readOnly: false });
database.exec(TABLES);
createStaging(database);

test.each(Object.entries(ROWS))(
  'the row layout of %s matches the columns of the table',
  (name, { columns, values }) => {
    const all = database.prepare(`SELECT name, pk, "notnull" AS required FROM pragma_table_info(?)`).all(name);
    const found = all.flatMap((row) => (isColumn(row) ? [row] : []));
    const required = new Map(found.map((column) => [column.name, column.required === 1 || column.pk > 0]));
    for (const [at, column] of columns.entries()) {
      expect([column, required.get(column)]).toEqual([column, !values[at]?.endsWith('?')]);
    }
    // SQLite assigns the omitted id.
    const omitted = [...required.keys()].filter((column) => !columns.some((one) => one === column));
    expect(omitted.every((column) => column === 'id')).toBe(true);
  },
);

function isColumn(row: unknown): row is { name: string; pk: number; required: number } {
  return typeof row === 'object' && row !== null && 'name' in row;
}
