import { expect, test } from 'vitest';
import type { SampledFunction } from '../../functions/sample.ts';
import { mixedGroups } from './mixed.ts';
import { type Injection, pathOfCopy } from './project.ts';

/** A function that returns `original`, with a copy that returns `edited`. */
function injection(number: number, original: string, edited: string): Injection {
  const source = `function f(a) {\n  return ${original};\n}\n`;
  const text = `function g(b) {\n  return ${edited};\n}\n`;
  const sample: SampledFunction = {
    ...{ source, from: 0, to: source.length, ownName: 'f', file: `f${number}.js`, mode: { language: 'javascript' } },
    print: { name: 'f', kind: 'function', line: 1, nodes: 12, start: 0, end: source.length, body: '', shape: '' },
  };
  const copy = { text, from: 0, to: text.length, original: { from: 0, to: source.length } };
  return { kind: 'javascript', number, sample, file: '', copies: new Map([['one literal', copy]]) };
}

const group = (kind: string, injections: readonly Injection[]) => ({
  kind,
  fragments: injections.map((one) => ({ path: pathOfCopy(one), from: 1, to: 3 })),
});

test('copies that an edit makes equal are not a mixed group', () => {
  const equal = [injection(1, '1', '3'), injection(2, '2', '3')];
  expect(mixedGroups([group('function-body', equal)], equal, 'one literal')).toMatchObject({ exact: 0, exactOf: 1 });
});

test('copies that differ in layout only are not a mixed group', () => {
  const equal = [injection(1, 'h(i(1))', 'h(i(1))'), injection(2, 'h(i(1))', 'h(\n    i(1)\n  )')];
  expect(mixedGroups([group('function-body', equal)], equal, 'one literal')).toMatchObject({ exact: 0, exactOf: 1 });
});

test('copies that differ in more than words are a mixed group', () => {
  const different = [injection(1, '1', '1 + 2'), injection(2, '1', '1 - 2')];
  expect(mixedGroups([group('function-shape', different)], different, 'one literal').exact).toBe(1);
});

test('equal parts of different copies are not a mixed group', () => {
  const different = [
    injection(1, 'h((c) => c + 1)', 'h((c) => c + 1)'),
    injection(2, 'h((d) => d + 1)', 'h((d) => d + 1) - 2'),
  ];
  const part = group('function-shape', different);
  const inner = { ...part, fragments: part.fragments.map((one) => ({ ...one, bytes: { from: 27, to: 39 } })) };
  expect(mixedGroups([part], different, 'one literal').exact).toBe(1);
  expect(mixedGroups([inner], different, 'one literal')).toMatchObject({ exact: 0, exactOf: 1 });
});
