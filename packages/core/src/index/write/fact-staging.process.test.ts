import { expect, test } from 'vitest';
import { withCache } from '#parse/cache/cached-engine.ts';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { engineOfThisProcess } from '../fixture.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import { FactStaging } from './fact-staging.ts';
import { createStaging } from './staging.ts';

const job = {
  path: 'a.py',
  mode: { language: 'python' },
  bytes: Buffer.from('def f(values):\n    return [value + 1 for value in values if value > 0]\n'),
  sha256: 'a'.repeat(64),
};

test('an engine inside a cache inside the staging of facts parses and recalls, but scans no complete project', async () => {
  const database = await openDatabase(':memory:', { readOnly: false });
  createStaging(database);
  const parsing = await engineOfThisProcess();
  const wholeProject: Engine['wholeProject'] = () => {
    throw new Error('not called');
  };
  const folder = fixtureFolder({});
  const cached = withCache({ ...parsing, wholeProject }, { folder, tokens: true });
  const engine = new FactStaging(new Statements(database)).around(cached);

  expect(cached.wholeProject).toBe(wholeProject);
  expect(engine.wholeProject).toBeUndefined();
  const outcome = await engine.parse(job);
  expect(outcome).toMatchObject({ status: 'analyzed', facts: { tree_hash: expect.any(String) } });
  expect(engine.cache?.report()).toMatchObject({ hits: 0, misses: 1, writes: 1 });

  const again = new FactStaging(new Statements(database)).around(withCache(parsing, { folder, tokens: true }));
  expect(again.cache?.recall(job)).toEqual(outcome);
  expect(outcome).not.toHaveProperty('facts.tokens');
  await again.close();
  await engine.close();
  database.close();
});
