import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const statement = (index: number, variant: string) =>
  `    value${index} = items.${variant}${index}(limit, found['${variant}${index}'], '${variant} ${index}') + limit\n`;

/** A function; the letter at each position is the variant of that statement. */
const written = (name: string, variants: string) =>
  `def ${name}(items, limit, found):\n${[...variants].map((it, index) => statement(index, it)).join('')}    return found\n`;

const [FIRST, FIXED] = ['a'.repeat(9), `aa${'b'.repeat(14)}`];

/** A repository with a commit for each state; the last one is the work tree only. */
function history(...states: Record<string, string>[]): string {
  const folder = folderWith({});
  for (const [index, files] of states.entries()) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    if (index < states.length - 1) commitAll(folder);
  }
  return folder;
}

describe.each(['portable', 'native'])('check --against HEAD of a twin, by the %s engine', (engine) => {
  const checked = (cwd: string, ...args: string[]) =>
    analyzer(['check', '--against', 'HEAD', '--engine', engine, ...args], { cwd });

  test('passes if a fix is ported to a function that was copied before the other one was fixed', async () => {
    const cwd = history(
      { 'lib/b.py': written('two', FIRST) },
      { 'lib/b.py': written('two', FIXED) },
      { 'lib/a.py': written('one', FIRST) },
      { 'lib/a.py': written('one', FIXED) },
    );
    const { code, stdout } = await checked(cwd, 'lib');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('1 finding not counted: only declarations that existed before were edited'),
    });
    renameSync(join(cwd, 'lib/a.py'), join(cwd, 'lib/c.py'));
    expect((await checked(cwd)).code).toBe(0);
  }, 120_000);

  test('fails if a copy replaced a body that the other one never had, or a stub that both had', async () => {
    const foreign = history(
      { 'a.py': written('one', 'c'.repeat(9)), 'b.py': written('two', FIRST) },
      { 'b.py': written('two', FIXED) },
      { 'a.py': written('one', FIXED) },
    );
    const stub = history(
      { 'a.py': written('one', 'aa'), 'b.py': written('two', 'aa') },
      { 'b.py': written('two', FIXED) },
      { 'a.py': written('one', FIXED) },
    );
    for (const cwd of [foreign, stub]) {
      const { code, stdout } = await checked(cwd);
      expect(code).toBe(1);
      expect(stdout).toContain('    + a.py:1  one\n      b.py:1  two\n');
    }
  }, 120_000);
});
