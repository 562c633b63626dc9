import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { ProjectReview, type ReviewedStates } from './review.ts';

async function reviewOf(folder: string, findElsewhere: (states: ReviewedStates) => Promise<never[]>) {
  const review = new ProjectReview(
    { folder, options: completeOptions({}), without: [] },
    {
      engine: await engineOfThisProcess(),
      signal: new AbortController().signal,
      readManifest: async () => undefined,
      findElsewhere,
    },
  );
  onTestFinished(() => review.close());
  return review;
}

test('outside of a repository code is new since the first review', async () => {
  const folder = fixtureFolder({ 'a.py': 'def f():\n    return 1\n' });
  const seen: string[][] = [];
  const review = await reviewOf(folder, async ({ before, now }) => {
    seen.push([before, now].map(({ entries }) => entries.map(({ path }) => path).join()));
    return [];
  });
  await review.run();
  writeFileSync(join(folder, 'b.py'), 'def g():\n    return 2\n');
  await review.run();
  expect(seen).toEqual([
    ['a.py', 'a.py'],
    ['a.py', 'a.py,b.py'],
  ]);
});

test('an index that cannot be read is named in the review', async () => {
  const review = await reviewOf(fixtureFolder({ 'a.py': '' }), async () => {
    throw new AnalyzerError('no_snapshot', { path: 'index.db' }, { hint: 'Index the projects.' });
  });
  expect(await review.run()).toEqual({
    contracts: [],
    edits: [],
    elsewhere: [],
    index_problem: 'there is no snapshot in index.db. Index the projects.',
  });
});
