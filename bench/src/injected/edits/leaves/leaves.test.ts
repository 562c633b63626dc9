import { afterAll, beforeAll, expect, test } from 'vitest';
import { bashCode } from './bash.ts';
import { type Code, type CodeReader, largestRun, leavesIn, lineOf, position } from './leaves.ts';
import { phpCode } from './php.ts';
import { startPythonCode } from './python.ts';
import { typescriptCode } from './typescript.ts';

let python: { read: CodeReader; close(): void };
beforeAll(async () => {
  python = await startPythonCode();
});
afterAll(() => python.close());

/** The lines that have code. */
function linesOf(code: Code | undefined): number[] {
  return [...new Set(code?.leaves.map(lineOf))];
}

test.each([
  ['a comment', '# why\na = 1', [2]],
  ['a docstring of a module', '"""text\nmore"""\na = 1', [3]],
  ['a docstring of a class', 'class A:\n  """text"""\n  a = 1', [1, 3]],
  ['a docstring of a function', 'def f():\n  """text"""\n  return 1', [1, 3]],
  ['a string that is not the first statement', 'a = 1\n"text"', [1, 2]],
  ['imports', 'import a\nfrom b import (\n  c,\n)\na()', [5]],
  ['a function with three dots', 'def f(a,\n      b): ...\na = 1', [3]],
  ['a decorated function with a docstring only', '@a\n@b\ndef f():\n  """text"""\n\na = 1', [6]],
  ['a function with pass', 'async def f():\n  "text"\n  pass\na = 1', [4]],
  ['a function that raises', 'def f():\n  raise NotImplementedError', [1, 2]],
  ['characters of several bytes before a docstring', 'é = "é"; a = 1\ndef f():\n  "é"\n  return é', [1, 2, 4]],
])('Python: %s', async (_, source, lines) => {
  expect(linesOf(await python.read(source, 'a.py'))).toEqual(lines);
});

test.each([
  ['comments', '// why\n/** text\n */\nlet a = 1', [4]],
  ['imports', "import a from 'a'\nimport b = require('b')\nexport { c } from 'c'\nexport * from 'd'\na()", [5]],
  ['required modules', "const a = require('a')\nconst { b } = require('b').c\nlet d = e('d')", [3]],
  ['a list of exports without a module', 'let a = 1\nexport { a }', [1, 2]],
  ['overloads of a function', 'function f(a: 1): 1\nfunction f(a: 2): 2\nfunction f(a: any) { return a }', [3]],
  ['overloads of methods', 'class A {\n  a(): 1\n  constructor(b: 1)\n  c() {}\n}', [1, 4, 5]],
  ['an abstract accessor', 'abstract class A {\n  abstract get a(): 1\n  get b() { return 1 }\n}', [1, 3, 4]],
  ['signatures of an interface', 'interface A {\n  a(): 1\n  (): 2\n  new (): 3\n  b: 4\n}', [1, 5, 6]],
  ['declarations', 'declare const a: 1\ndeclare class B {}\ndeclare module C {}\ndeclare function d(): 1\nlet e', [5]],
])('TypeScript: %s', (_, source, lines) => {
  expect(linesOf(typescriptCode(source, 'a.ts'))).toEqual(lines);
});

test('JavaScript with JSX and TypeScript with syntax errors', () => {
  expect(linesOf(typescriptCode('// why\nconst a = <b>\n  {c}\n</b>', 'a.js'))).toEqual([2, 3, 4]);
  expect(typescriptCode('let a = ;', 'a.ts')).toBeUndefined();
});

test.each([
  ['comments', '<?php\n// why\n# why\n/** text\n */\n$a = 1;', [6]],
  ['a namespace and imports', '<?php\nnamespace A\\B;\nuse C\\D;\nuse E\\{F,\n  G};\nuse function h;\n$a = 1;', [7]],
  ['included files', "<?php\nrequire_once 'a.php';\n$a = include 'b.php';", [3]],
  ['methods of an interface', '<?php\ninterface A {\n  function a(int $b): int;\n}', [2, 4]],
  ['an abstract method', '<?php\nabstract class A {\n  #[B]\n  abstract function a();\n  use C;\n}', [2, 5, 6]],
  ['text around code', '<b>\n<?php $a = 1 ?>\n</b>', [2]],
])('PHP: %s', (_, source, lines) => {
  expect(linesOf(phpCode(source))).toEqual(lines);
});

test('PHP that does not parse is not read', () => {
  expect(phpCode('<?php $a = ;')).toBeUndefined();
});

test.each([
  ['comments', '# why\na b # why\n', [2]],
  ['sourced files', 'source a\n. b\nc', [3]],
  ['keywords and operators', 'if a; then\n  b | c\nfi', [1, 2, 3]],
  ['a number sign in a string', 'a "\n# b"\n', [1]],
])('Bash: %s', (_, source, lines) => {
  expect(linesOf(bashCode(source))).toEqual(lines);
});

test('tokens of a range are those between its columns', () => {
  const code = typescriptCode('a = b;\nc(d);', 'a.js');
  if (code === undefined) throw new Error('not read');
  expect(code.leaves).toHaveLength(9);
  expect(leavesIn(code, { from: position(1, 2), to: position(2, 1) })).toHaveLength(4);
});

test('the largest run has complete statements of the given lines', () => {
  const code = typescriptCode('a = 1;\nb = 2;\nc = 3;\nif (d) {\n  e = 4;\n}', 'a.js');
  if (code === undefined) throw new Error('not read');
  const run = (to: number, lines: number[]) =>
    largestRun(code, { from: position(1, 0), to: position(to, 6) }, new Set(lines));
  expect(run(3, [1, 2, 3])).toBe(12);
  expect(run(3, [1, 3])).toBe(4);
  expect(run(5, [1, 2, 3, 4, 5])).toBe(12);
  expect(run(6, [4, 5, 6])).toBe(10);
});
