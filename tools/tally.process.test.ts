import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('tally prints failed tests, then the counts of vitest, including files that do not load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tally-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'a.test.js'),
    "import { expect, test } from 'vitest';\n" +
      "test('a', () => {}); test('b', () => {}); test.skip('c', () => {}); test('d', () => expect(1).toBe(2));\n",
  );
  writeFileSync(join(folder, 'b.test.js'), "import './missing.js';\n");
  const report = join(folder, 'tests.json');
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`];
  spawnSync(process.execPath, args, { cwd: folder });
  const tally = (...reports: string[]) =>
    spawnSync(process.execPath, [join(root, 'tools/tally.mjs'), ...reports], { cwd: folder, encoding: 'utf8' }).stdout;
  expect(tally(report).split('\n').sort()).toEqual([
    '',
    '2 passed, 2 failed, 1 skipped',
    'failed: a.test.js: d: AssertionError: expected 1 to be 2 // Object.is equality',
    'failed: b.test.js: the file did not load',
  ]);
  expect(tally(report, report)).toMatch(/\n4 passed, 4 failed, 2 skipped\n$/);
});
