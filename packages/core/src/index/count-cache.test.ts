import { expect, onTestFinished, test } from 'vitest';
import { CountCache } from './count-cache.ts';
import { openDatabase } from './sqlite/driver.ts';
import { Statements } from './sqlite/statements.ts';

test('a count is read once for each statement and its parameters, and 1,000 of them are cached', async () => {
  const database = await openDatabase(':memory:', { readOnly: false });
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE item (n INTEGER NOT NULL); INSERT INTO item VALUES (1), (2)');
  const counts = new CountCache(new Statements(database));
  const [atLeast, below] = [
    'SELECT count(*) AS n FROM item WHERE n >= ?',
    'SELECT count(*) AS n FROM item WHERE n < ?',
  ];
  expect([counts.of(atLeast, [2]), counts.of(atLeast, [1]), counts.of(below, [2]), counts.of(below, ['2'])]).toEqual([
    1, 2, 1, 1,
  ]);
  database.exec('DELETE FROM item');
  expect([counts.of(atLeast, [2]), counts.of(atLeast, [1])]).toEqual([1, 2]);
  for (let n = 10; n < 1009; n++) counts.of(atLeast, [n]);
  expect([counts.of(atLeast, [1]), counts.of(atLeast, [2])]).toEqual([2, 0]);
});
