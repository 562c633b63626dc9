import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'tree-'));

afterAll(() => rmSync(scratch, { recursive: true }));

function tool(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', name), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('tree.mjs prints the flat tree with fields, texts of leaves, and syntax errors', () => {
  const file = join(scratch, 'a.py');
  writeFileSync(file, 'total(1)\n)\n');
  const { status, stdout } = tool('tree.mjs', file);
  expect(status).toBe(0);
  expect(stdout).toContain(`module
  expression_statement
    call
      function: identifier "total"
      arguments: argument_list
        '(
        integer "1"
        ')
`);
  expect(stdout).toMatch(/^error at characters 9-10$/m);
});

test('tree.mjs --facts prints a vector with the facts of the engine', () => {
  const source = join(root, 'fixtures/facts/php/calls.php');
  const { about: _, ...vector } = JSON.parse(readFileSync(`${source}.json`, 'utf8'));
  const { status, stdout } = tool('tree.mjs', source, '--facts');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ about: '', ...vector });
});

test('tree.mjs reports a file without a language, and one that does not exist', () => {
  expect(tool('tree.mjs', join(scratch, 'a.zig'))).toEqual({
    status: 1,
    stdout: '',
    stderr: 'no data file in languages/ has the extension of a.zig: add it to "files.extensions" of one\n',
  });
  expect(tool('tree.mjs', join(scratch, 'b.py'))).toMatchObject({ status: 1, stdout: '' });
});

test('grammars.mjs reports an id without a grammar, and checks only the selected ones', () => {
  const { status, stdout, stderr } = tool('grammars.mjs', '--check', 'rust');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^languages\/rust\.json has no "grammar"; known are .*php, python/);
  expect(tool('grammars.mjs', '--check', 'php').stdout).toMatch(/^tree-sitter-php@\S+ {2}same\n$/);
});
