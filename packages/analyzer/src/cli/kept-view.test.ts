import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith, launcher, runChild } from './fixture.ts';

const missing = NATIVE_MISSING ?? '';
const project = {
  'w/lib/index.ts': 'export function f(a: number, b: number) { return [a + b, a - b, a * b, "f"]; }\n',
  'w/src/a.ts': 'export function g(a: number, b: number) { return [a + b, a - b, a * b, "g"]; }\n',
  'w/main.ts': "import { f } from './lib';\nexport const main = () => f(1, 2);\n",
  'w/deep/a.py': 'from . import b\n\ndef f(a, b):\n    return [a + 1, b * 2, a - b]\n',
  'w/deep/b.py': 'from . import a\n',
  'w/broken.py': 'def f(:\n',
};

/** Of a program that came to an end: what must be equal, and what tells how it came about. */
interface Scanned {
  code: number | null;
  /** But for the last line. */
  view: string;
  stderr: string;
  isKept: boolean;
}

function viewsIn(cache: string): string[] {
  const names = existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.view')).map((name) => join(cache, name));
}

interface Program {
  name: string;
  engine: string;
  command: readonly [file: string, ...args: string[]];
}

const programs: Program[] = [
  {
    name: 'analyzer --engine portable',
    engine: 'portable',
    command: [process.execPath, launcher, 'scan', '--engine', 'portable', 'w'],
  },
  {
    name: `analyzer --engine native${missing}`,
    engine: 'native',
    command: [process.execPath, launcher, 'scan', '--engine', 'native', 'w'],
  },
  { name: `analyzer-rs${missing}`, engine: 'native', command: [BUILT_HERE, 'scan', 'w'] },
];

describe.each(programs)('$name --cache-dir', { timeout: 120_000 }, ({ engine, command }) => {
  const isLeftOut = missing !== '' && engine === 'native';
  const [file, ...args] = command;

  async function scanned(cwd: string, more: string[] = [], env: Record<string, string> = {}): Promise<Scanned> {
    const { code, stdout, stderr } = await runChild(file, [...args, ...more], { cwd, env });
    const end = stdout.lastIndexOf('\n', stdout.length - 2);
    expect(stdout.slice(end + 1)).toContain(`${engine} engine, `);
    const isKept = stdout.slice(end).includes('nothing changed, view kept by an earlier scan');
    return { code, view: stdout.slice(0, end), stderr, isKept };
  }

  const cached = ['--cache-dir', 'kept'];

  async function expectNew(cwd: string, more: string[] = []): Promise<void> {
    const without = await scanned(cwd, more);
    const cold = await scanned(cwd, [...more, ...cached]);
    expect(cold).toEqual(without);
    expect(await scanned(cwd, [...more, ...cached])).toEqual({ ...without, isKept: true });
  }

  test.skipIf(isLeftOut)('prints the same, whatever changes', async () => {
    const cwd = folderWith(project);
    await expectNew(cwd);
    const before = (await scanned(cwd)).view;
    expect(before).toMatch(/imports +3 {2}3 resolved/);
    writeFileSync(join(cwd, 'w/lib/package.json'), '{}');
    await expectNew(cwd);
    expect((await scanned(cwd)).view).toMatch(/imports +3 {2}2 resolved, 1 unresolved/);
    renameSync(join(cwd, 'w/deep/a.py'), join(cwd, 'w/deep/c.py'));
    writeFileSync(join(cwd, 'w/deep/empty.py'), '');
    symlinkSync('b.py', join(cwd, 'w/deep/link'));
    await expectNew(cwd);
    rmSync(join(cwd, 'w/deep/b.py'));
    renameSync(join(cwd, 'w'), join(cwd, 'v'));
    symlinkSync('v', join(cwd, 'w'));
    await expectNew(cwd);
  });

  test.skipIf(isLeftOut)('keeps a view for each way of looking', async () => {
    const cwd = folderWith(project);
    for (const more of [['--ascii'], ['--color', 'always', '--detail', 'full']]) {
      await expectNew(cwd, more);
    }
    expect(viewsIn(join(cwd, 'kept'))).toHaveLength(2);
    const narrow = { COLUMNS: '80' };
    const { view } = await scanned(cwd, [], narrow);
    expect(await scanned(cwd, cached, narrow)).toMatchObject({ view, isKept: false });
    expect(await scanned(cwd, cached, narrow)).toMatchObject({ view, isKept: true });
  });

  test.skipIf(isLeftOut)('ends a kept view as it ends a scan', async () => {
    const cwd = folderWith(project);
    const strict = await scanned(cwd, [...cached, '--strict']);
    expect(strict).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--strict: 1 not analysed whole: broken.py (partial)'),
      isKept: false,
    });
    expect(await scanned(cwd, [...cached, '--strict'])).toEqual({ ...strict, isKept: true });
    expect(await scanned(cwd, cached)).toEqual({ ...strict, code: 0, stderr: '', isKept: true });
    const toFile = [...args, ...cached, '-o', 'view.txt'];
    const written = await runChild(file, toFile, { cwd });
    expect(written).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(cwd, 'view.txt'), 'utf8')).toContain(strict.view);
    expect((await runChild(file, toFile, { cwd })).stderr).toContain('view.txt exists and is not overwritten');
    const cut = await runChild('bash', ['-c', '"$@" | head -1', 'bash', ...command, ...cached], { cwd });
    expect(cut).toMatchObject({ code: 0, stderr: '' });
  });

  test.skipIf(isLeftOut)('scans anew where the view is damaged, as of a damaged pack without a word', async () => {
    const cwd = folderWith(project);
    const { view } = await scanned(cwd, cached);
    const [kept = ''] = viewsIn(join(cwd, 'kept'));
    const bytes = readFileSync(kept);
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
    writeFileSync(kept, bytes);
    expect(await scanned(cwd, cached)).toMatchObject({ code: 0, view, stderr: '', isKept: false });
    expect(await scanned(cwd, cached)).toMatchObject({ code: 0, view, stderr: '', isKept: true });
  });

  test.skipIf(isLeftOut)('on a full disk says so once', async () => {
    const cwd = folderWith(project);
    const { view } = await scanned(cwd);
    const shell = 'trap "" XFSZ; ulimit -f 0; exec "$@"';
    const full = await runChild('bash', ['-c', shell, 'bash', ...command, ...cached], { cwd });
    expect(full).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(view),
      stderr:
        'The parse cache could not be used in full: cannot write: no file may be so large. ' +
        'Results are the same, the next run takes longer.\n',
    });
    expect(readdirSync(join(cwd, 'kept'), { recursive: true, encoding: 'utf8' }).join()).not.toMatch(/view$|partial/);
  });

  test.skipIf(isLeftOut)(
    'shared by eight at once, or killed while it writes, leaves no view that is not whole',
    async () => {
      const cwd = folderWith(project);
      const { view } = await scanned(cwd);
      for (const each of await Promise.all(Array.from({ length: 8 }, () => scanned(cwd, cached)))) {
        expect(each).toMatchObject({ code: 0, view, stderr: '' });
      }
      const folder = join(viewsIn(join(cwd, 'kept'))[0] ?? '', '..');
      for (let moment = 0; moment < 3; moment++) {
        for (const kept of viewsIn(join(cwd, 'kept'))) rmSync(kept);
        const child = spawn(file, [...args, ...cached], { cwd, stdio: 'ignore' });
        const ended = once(child, 'exit');
        while (child.exitCode === null && readdirSync(folder).length === 0) await setTimeout(1);
        child.kill('SIGKILL');
        await ended;
        expect(await scanned(cwd, cached)).toMatchObject({ code: 0, view, stderr: '' });
      }
      expect(await scanned(cwd, cached)).toMatchObject({ view, isKept: true });
    },
  );

  test.skipIf(isLeftOut)('a file that may not be read any more is not shown as it was', async () => {
    const cwd = folderWith(project);
    chmodSync(cwd, 0o777);
    const asNobody = { cwd, ...(process.geteuid?.() === 0 && { uid: 65_534, gid: 65_534 }) };
    const scan = () => runChild(file, [...args, ...cached], asNobody);
    await scan();
    expect((await scan()).stdout).toContain('nothing changed');
    chmodSync(join(cwd, 'w/deep/a.py'), 0);
    for (const { stdout } of [await scan(), await scan()]) {
      expect(stdout).not.toContain('nothing changed');
      expect(stdout).toContain('unreadable: permission denied');
    }
  });
});

test('`cache prune` counts views and removes those not used for long, and using one spares it', async () => {
  const cwd = folderWith(project);
  const prune = (...limits: string[]) => analyzer(['cache', 'prune', '--cache-dir', 'kept', ...limits], { cwd });
  const scan = (...more: string[]) =>
    analyzer(['scan', 'w', '--engine', 'portable', '--cache-dir', 'kept', ...more], { cwd });
  await scan();
  await scan('--ascii');
  const all = readdirSync(join(cwd, 'kept'), { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const then = new Date(Date.now() - 40 * 86_400_000);
  for (const { parentPath, name } of all) utimesSync(join(parentPath, name), then, then);
  await scan('--ascii');
  // A kept view needs no facts: their pack was of no use.
  expect((await prune('--older-than', '30d')).stdout).toMatch(
    /^removed 1 pack, 1 view, [\d.]+ k?B\nkept {4}0 packs, 1 view, [\d.]+ k?B\n$/,
  );
  expect((await scan('--ascii')).stdout).toContain('nothing changed');
  expect((await prune('--max-size', '0')).stdout).toMatch(
    /^removed 0 packs, 1 view, .*\nkept {4}0 packs, 0 views, 0 B\n$/,
  );
  expect(readdirSync(join(cwd, 'kept'))).toEqual([]);
});
