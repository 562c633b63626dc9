import { expect, test } from 'vitest';
import type { ParseJob } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { Folder } from '#tree/folder.ts';
import { diff } from './diff.ts';
import { engineOfThisProcess } from './fixture.ts';
import { completeDiffOptions } from './options.ts';

test('a file that is equal on both sides is parsed once, without uses of names', async () => {
  const jobs: ParseJob[] = [];
  const engine = engineOfThisProcess();
  const counting = {
    ...engine,
    parse: (job: ParseJob) => {
      jobs.push(job);
      return engine.parse(job);
    },
  };
  const before = new Folder(fixtureFolder({ 'a.js': 'a();\n', 'b.js': 'b();\n' }));
  const after = new Folder(fixtureFolder({ 'a.js': 'a();\n', 'b.js': 'c();\n', 'moved/b.js': 'b();\n' }));
  const { files, scans } = await diff(before, after, completeDiffOptions({}), { engine: counting });
  expect(files.map(({ change }) => change)).toEqual(['modified', 'copied']);
  expect(jobs.map(({ path }) => path).sort()).toEqual(['a.js', 'b.js', 'b.js']);
  expect(jobs.every(({ withoutUses }) => withoutUses)).toBe(true);
  const facts = scans.before.entries.flatMap((entry) => (entry.kind === 'file' ? [entry.facts] : []));
  expect(facts).toMatchObject([{ declarations: [] }, { declarations: [] }]);
  expect(facts.some((its) => its?.elements !== undefined)).toBe(false);
});
