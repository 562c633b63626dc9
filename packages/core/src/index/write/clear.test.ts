import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';
import { openToWrite } from '../sqlite/open-index.ts';
import { clear } from './clear.ts';

test('what the planner knew of earlier rows goes with them', async () => {
  const folder = join(fixtureFolder({ 'p/a.py': 'def f():\n    return 1\n' }), 'p');
  await indexFolder(folder, { engine: await engineOfThisProcess() });
  const database = await openToWrite(dbOf(folder));
  const known = () => database.prepare('SELECT * FROM sqlite_stat1').all().length;
  expect(known()).toBeGreaterThan(0);
  clear(database);
  expect(known()).toBe(0);
  database.close();
});
