import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { writtenReason } from './declared-type.ts';
import { projectWith } from './verdict-fixture.ts';
import { isConstant } from './written-constant.ts';
import { writtenType } from './written-type.ts';

async function fileOf(path: string, text: string) {
  const file = (await projectWith({ [path]: text }, await engineOfThisProcess())).files.get(path);
  if (file === undefined) throw new Error('no file');
  return file;
}

test('the type of a variable with one written value is known, unless many names make the text too long to read', async () => {
  const one = (at: number) =>
    `const m${at} = new Map();\nexport function f${at}(k: string) { return m${at}.get(k); }\n`;
  const typesOf = async (count: number) => {
    const file = await fileOf('a.ts', Array.from({ length: count }, (_, at) => one(at)).join(''));
    const reads = file.calls.filter(({ callee }) => callee.endsWith('.get'));
    return new Set(reads.map((call) => writtenType(call, file)));
  };
  expect(await typesOf(3)).toEqual(new Set(['Map']));
  const before = process.cpuUsage();
  expect(await typesOf(4000)).toEqual(new Set([undefined]));
  // Without the limit it is more than 30 s.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
});

test('only a name with one written value is a constant', async () => {
  const text = `A = 'a'
B = 'b'
C, B = other()
D: str = 'd'.strip()
E = 1
E += other()
F = 'f'.split(other())
G = (1, 'g')
for G in other():
    pass
H = '${'h'.repeat(3000)}'
I = 'i'`;
  const file = await fileOf('a.py', text);
  expect(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].filter((name) => isConstant(name, file))).toEqual([
    'A',
    'D',
    'I',
  ]);
});

test('the reason of a call names the type of an array as the code declares it', async () => {
  const file = await fileOf('a.ts', 'export function f(xs: number[]) {\n  return xs.frobnicate();\n}\n');
  const reasons = file.calls.map((call) => writtenReason(call, file));
  expect(reasons).toEqual(['its receiver is declared as number[], which no class of the project is']);
});
