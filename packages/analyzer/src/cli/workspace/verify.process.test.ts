import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forge } from '@analyzer/core/index/fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));
const f = (name: string) => `def ${name}(a, b):\n    c = [a + 1, b * 2]\n    return [c, a - b, b]\n`;

test('help.workspace-verify.txt', async () => {
  const { code, stdout } = await analyzer(['workspace', 'verify', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('cli/help.workspace-verify.txt'));
});

test('workspace verify exits 0 with the root of summary and index, and 1 with the ranges after a row changed', async () => {
  const cwd = folderWith({ 'a/a.py': f('one'), 'b/b.py': f('two') });
  const { stdout: indexed } = await analyzer(['workspace', 'index', 'a', 'b', '--db', 'x.db'], { cwd });
  const { code, stdout, stderr } = await analyzer(['workspace', 'verify', '--db', 'x.db'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, root = ''] = /^root ([0-9a-f]{64})\n6 lines of groups and occurrences, as stored\.\n$/.exec(stdout) ?? [];
  expect(indexed).toContain(`root ${root.slice(0, 12)}.\n`);
  const summary = await analyzer(['workspace', 'query', '--db', 'x.db', '--operation', 'summary'], { cwd });
  expect(JSON.parse(summary.stdout).data.root).toBe(root);

  const body = await analyzer(['workspace', 'verify', '--db', 'x.db', '--kinds', 'function-body'], { cwd });
  expect(body.stdout).toMatch(/^root [0-9a-f]{64}\n3 lines of function-body\.\n$/);
  const all = await analyzer(['workspace', 'verify', '--db', 'x.db', '--kinds', 'all'], { cwd });
  expect(all.stdout).toContain(`root ${root}\n6 lines of `);

  await forge(join(cwd, 'x.db'), "UPDATE file SET path = 'c.py' WHERE path = 'b.py'");
  const changed = await analyzer(['workspace', 'verify', '--db', 'x.db'], { cwd });
  expect(changed).toMatchObject({ code: 1, stderr: '' });
  expect(changed.stdout).toMatch(
    /^root [0-9a-f]{64}\ncomputed [0-9a-f]{64} from 6 lines .*\n2 of 256 ranges differ, .*: [0-9a-f]{2}, [0-9a-f]{2}\nIndex again/,
  );
});

test('workspace verify fails without an index', async () => {
  const cwd = folderWith({});
  expect(await analyzer(['workspace', 'verify'], { cwd })).toMatchObject({ code: 3, stdout: '' });
});
