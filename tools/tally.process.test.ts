import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('tally prints the counts of vitest, including files that do not load', () => {
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
  const { stdout } = spawnSync(process.execPath, [join(root, 'tools/tally.mjs'), report], { encoding: 'utf8' });
  expect(stdout).toBe('2 passed, 2 failed, 1 skipped\n');
  const twice = spawnSync(process.execPath, [join(root, 'tools/tally.mjs'), report, report], { encoding: 'utf8' });
  expect(twice.stdout).toBe('4 passed, 4 failed, 2 skipped\n');
});
