import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createVitest } from 'vitest/node';
import { needOf } from './needs.ts';
import { NEEDS } from './projects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const testFiles = ['packages', 'tools', 'bench']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => path.endsWith('.test.ts') && !path.includes('/node_modules/'))
  .sort();

test('each test file is in exactly one project of vitest', async () => {
  const vitest = await createVitest('test', { root, watch: false, reporters: [] });
  const found = await Promise.all(vitest.projects.map((project) => project.globTestFiles()));
  await vitest.close();
  const paths = found.flatMap(({ testFiles: files }) => files.map((file) => file.slice(root.length))).sort();
  expect(paths).toEqual(testFiles);
});

test('the name of a test file says what it needs', () => {
  const wrong = testFiles.flatMap((path) => {
    const need = needOf(root, path);
    const named = NEEDS.find((one) => path.endsWith(`.${one}.test.ts`));
    const ending = need === undefined ? '.test.ts' : `.${need}.test.ts`;
    return need === named ? [] : [`${path}: the name of a test with these imports ends in ${ending}`];
  });
  expect(wrong).toEqual([]);
});
