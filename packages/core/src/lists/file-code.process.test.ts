import { expect, test } from 'vitest';
import { scanOf } from '#check/fixture.ts';
import { FileCode } from './file-code.ts';

/** What the declaration of a name in one file has. */
async function codeOf(path: string, text: string, name: string) {
  const { entries } = await scanOf({ [path]: text });
  const facts = entries.flatMap((it) => (it.kind === 'file' && it.facts !== undefined ? [it.facts] : []))[0];
  const own = facts?.declarations.findIndex((it) => it.name === name) ?? -1;
  const declaration = facts?.declarations[own];
  if (facts === undefined || declaration === undefined) throw new Error(`no ${name}`);
  const code = new FileCode(facts);
  const range = { ...declaration, own, around: declaration.within };
  return { control: code.hasControl(range), calls: code.hasCalls(range), types: code.isOfTypes(range) };
}

test.each([
  ['def f(a):\n    return a.b(1)\n', { control: false, calls: true, types: false }],
  ['def f(a):\n    return {"a": 1}\n', { control: false, calls: false, types: false }],
  ['def f(a):\n    if a: return 1\n    return 2\n', { control: true, calls: false, types: false }],
  ['def f(a):\n    raise a\n', { control: true, calls: false, types: false }],
  ['def f(a):\n    def inner(): return 1\n    return inner\n', { control: true, calls: false, types: false }],
  ['def f(a):\n    class Inner:\n        pass\n    return Inner\n', { control: true, calls: false, types: false }],
  ['def g(a):\n    if a: return 1\ndef f(a):\n    return 2\n', { control: false, calls: false, types: false }],
])('%j', async (text, expected) => {
  expect(await codeOf('a.py', text, 'f')).toEqual(expected);
});

test('the methods of a class are not declarations in a function, but what they have counts', async () => {
  const of = (body: string) => codeOf('a.py', `class F:\n    def one(self):\n        ${body}\n`, 'F');
  expect(await of('return 1')).toEqual({ control: false, calls: false, types: false });
  expect(await of('while x(): y()')).toEqual({ control: true, calls: true, types: false });
  expect(await of('return lambda: z')).toMatchObject({ control: false, calls: false });
});

test('a function in a function is not control of itself', async () => {
  expect(await codeOf('a.py', 'def g():\n    def f(): return 1\n    return f\n', 'f')).toMatchObject({
    control: false,
  });
});

test('types without functions', async () => {
  expect(await codeOf('a.ts', 'interface F { a: number }', 'F')).toEqual({ control: false, calls: false, types: true });
  expect(await codeOf('a.ts', 'class F { a() {} }', 'F')).toMatchObject({ types: false });
});
