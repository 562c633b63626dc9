import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runChild } from '../fixture.ts';

const demo = fileURLToPath(new URL('../../../../../examples/demo.mjs', import.meta.url));

// Runs twelve tasks, each in a process that starts the tests of its project.
test('npm run demo:extract moves the shared functions of three projects, and no copy remains', {
  timeout: 240_000,
}, async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'analyzer-demo-')), 'work');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  const { code, stdout, stderr } = await runChild(process.execPath, [demo, folder]);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('stopped: complete after 12 (12 complete)');
  expect(stdout).not.toContain('not checked');
  expect(stdout.match(/complete: the result is consistent\n/g)).toHaveLength(2);
  expect(stdout.match(/complete: the result is verified\n/g)).toHaveLength(10);
  expect(stdout).toContain('Clone groups: 3 before, 0 after.');
  const read = (path: string): string => readFileSync(join(folder, 'projects', path), 'utf8');
  const packages = readdirSync(join(folder, 'projects/storefront/packages'));
  expect(packages).toHaveLength(2);
  for (const name of packages) {
    expect(existsSync(join(folder, 'projects/storefront/packages', name, 'test/index.test.js'))).toBe(true);
    expect(JSON.parse(read('invoices/package.json')).dependencies).toMatchObject({
      [name]: `file:../storefront/packages/${name}`,
    });
  }
  expect(read('invoices/src/invoice.js')).toMatch(/^import \{ formatMoney \} from 'shared-javascript-[0-9a-f]{10}';/);
  expect(read('dashboard/src/money-text.js')).toContain('export { moneyText };');
});
