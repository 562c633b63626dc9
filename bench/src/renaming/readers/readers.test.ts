import { parse } from 'unbash';
import { afterAll, describe, expect, test } from 'vitest';
import type { Language } from '../../corpus/files.ts';
import type { SampledFunction } from '../../functions/sample.ts';
import { because, missing } from '../../missing.ts';
import type { LocalsReader } from '../locals.ts';
import { rename } from '../rename.ts';
import { mentionsOf } from './bash-mentions.ts';
import { phpLocals } from './php.ts';
import { startPythonLocals } from './python.ts';
import { typescriptLocals } from './typescript.ts';

function sample(language: Language, source: string): SampledFunction {
  const print = { name: 'f', kind: 'function', nodes: 1, line: 1, start: 0, end: 0, body: '', shape: '' };
  return { source, from: source.indexOf('f'), to: source.length, ownName: 'f', file: 'f', mode: { language }, print };
}

/** The program with renamed locals, or the reason why it has none. */
async function renamed(reader: LocalsReader, language: Language, source: string): Promise<string> {
  const found = await reader.locals(sample(language, source));
  return 'unsafe' in found ? found.unsafe : rename(source, found.occurrences);
}

describe('the TypeScript reader', () => {
  test.each([
    ['f = (a) => ({ a, b: a.a })', 'f = (v0) => ({ a: v0, b: v0.a })'],
    ['f = ({ a, b: c = a }) => a + c', 'f = ({ a: v1, b: v0 = v1 }) => v1 + v0'],
    ['f = function f(A) { return <A.x a={f} />; }', 'f = function f(V0) { return <V0.x a={f} />; }'],
    ['f = (g) => { { let h = 1; g(h); } return h; }', 'f = (v1) => { { let v0 = 1; v1(v0); } return h; }'],
    ['f = (a) => eval(a)', '`eval`'],
  ])('%s', async (source, expected) => {
    const answer = await renamed(typescriptLocals, 'javascript', `const ${source}`);
    expect(answer.replace('const f', 'f')).toBe(expected);
  });

  test.each(['{ { let h; } return h; }', '({ h, g: (h) => h })'])(
    'tells where one spelling names a local and something else: %s',
    async (body) => {
      const found = await typescriptLocals.locals(sample('javascript', `const f = () => ${body}`));
      expect(found).toMatchObject({ traits: new Set(['shared']) });
    },
  );
});

describe('the PHP reader', () => {
  test.each([
    [
      `function f($a) { return "$a \${a} {$a[1]}" . self::$a . self::$a() . (self::$a)(); }`,
      `function f($v0) { return "$v0 \${v0} {$v0[1]}" . self::$a . self::$v0() . (self::$a)(); }`,
    ],
    [
      'function f($a) { return function () use ($a) { return $this->a + $a; }; }',
      'function f($v0) { return function () use ($v0) { return $this->a + $v0; }; }',
    ],
    ['function f($a) { return compact("a"); }', '`compact`'],
    ['function f($a) { return $$a; }', 'a variable named by a value'],
  ])('%s', async (source, expected) => {
    const answer = await renamed(phpLocals, 'php', `<?php\n${source}`);
    expect(answer.replace('<?php\n', '')).toBe(expected);
  });
});

const noPython = missing('python3', ['--version']);
const python = noPython === undefined ? await startPythonLocals() : undefined;

describe.skipIf(python === undefined)(`the Python reader${because(noPython)}`, () => {
  afterAll(() => python?.close());

  test('reports a spelling that names a parameter and, in its default, something else', async () => {
    const found = await python?.locals(sample('python', 'def f(a=a):\n  return a'));
    expect(found).toMatchObject({ traits: new Set(['shared']) });
  });

  test.each([
    [
      'def f(a, *, b=1):\n  return [a for a in b if f(x=a)]',
      'an argument passed by name to a function inside or to the function itself',
    ],
    [
      'def f(a, *, b=1):\n  return [a for a in b if g(b=a)]',
      'def f(v1, *, v0=1):\n  return [v1 for v1 in v0 if g(b=v1)]',
    ],
    ['def f(a):\n  try: g(f"é{a}")\n  except E as e: h(e)', 'def f(v1):\n  try: g(f"é{v1}")\n  except E as v0: h(v0)'],
    ['def f(a):\n  class B:\n    a = a\n  return B', 'def f(v1):\n  class V0:\n    a = a\n  return V0'],
    ['def f(a):\n  return locals()', '`locals`'],
  ])('%j', async (source, expected) => {
    if (python === undefined) throw new Error(noPython);
    expect(await renamed(python, 'python', source)).toBe(expected);
  });
});

describe('the Bash reader', () => {
  test('reports how a function names its variables', () => {
    const source = `f() { local a b=1; read a; ((b++)); echo "\${a%$b}" \${w[b + 1]} $(( $a - 1 )); }`;
    const found = mentionsOf(parse(source), source).list.map(({ at, name, how }) => `${at} ${name} ${how}`);
    expect(found).toEqual([
      ...['12 a declared', '14 b declared', '14 b used', '24 a used', '29 b used', '44 a used', '47 b used'],
      ...['55 b used', '53 w used', '68 a used'],
    ]);
  });
});
