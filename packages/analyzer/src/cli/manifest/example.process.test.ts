import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { analyzer } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const example = (name: string): string => join(repository, 'docs/examples', name);

/** A real project of a pinned version that npm installs with this one. */
const PROJECT = 'node_modules/commander';
const MANIFEST = 'docs/examples/commander.contracts.yaml';

test('the example is a valid manifest', async () => {
  const { code } = await analyzer(['manifest', 'validate', '--strict', MANIFEST], { cwd: repository });
  expect(code).toBe(0);
});

test.each([
  ['commander.report.txt', []],
  ['commander.report.sarif', ['--format', 'sarif']],
])('the report of the example is %s', async (name, options) => {
  const { code, stdout, stderr } = await analyzer(['manifest', 'check', MANIFEST, PROJECT, ...options], {
    cwd: repository,
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  await expect(stdout).toMatchFileSnapshot(example(name));
});
