import { expect, test } from 'vitest';
import { openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import { INDEX_TABLES } from './table-columns.ts';
import { TABLES } from './tables.ts';

test('tables, columns, types and keys are those that SQLite reads', async () => {
  const database = await openDatabase(':memory:', { readOnly: false });
  try {
    database.exec(TABLES);
    const statements = new Statements(database);
    const names = statements.all("SELECT name FROM sqlite_schema WHERE type = 'table'", [], (row) => row.text('name'));
    expect(INDEX_TABLES.map(({ name }) => name)).toEqual(names);
    for (const { name, columns, key } of INDEX_TABLES) {
      const sql = 'SELECT name, type, "notnull" AS required, pk FROM pragma_table_info(?) ORDER BY cid';
      const found = statements.all(sql, [name], (row) => ({
        name: row.text('name'),
        type: row.text('type'),
        isRequired: row.flag('required') || row.integer('pk') > 0,
        pk: row.integer('pk'),
      }));
      expect(columns).toEqual(found.map(({ pk: _, ...column }) => column));
      const ordered = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      expect(key).toEqual(ordered.map((column) => column.name));
    }
  } finally {
    database.close();
  }
});
