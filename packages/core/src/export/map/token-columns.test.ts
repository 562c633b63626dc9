import { expect, test } from 'vitest';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { tokenColumns } from './token-columns.ts';

type Leaf = [role: TokenRole, text: string, line: number];

function record(leaves: readonly Leaf[]): TokenRecord {
  return {
    role: leaves.map(([role]) => role),
    kind: leaves.map(() => 'x'),
    text: leaves.map(([, text]) => text),
    line: leaves.map(([, , line]) => line),
  };
}

const v = (text: string, line = 7): Leaf => ['variable', text, line];
const p = (text: string, line = 7): Leaf => ['property', text, line];
const self = (text: string, line = 7): Leaf => ['self', text, line];
const l = (text: string, line = 7): Leaf => ['literal', text, line];

test.each<[name: string, line: string, leaves: Leaf[], columns: number[]]>([
  ['names in source order', 'return f(b, a, b)', [v('f'), v('b'), v('a'), v('b')], [8, 10, 13, 16]],
  ['no part of a longer name', 'data = at', [v('at')], [8]],
  ['an operator that comes first', 'a = x.a', [l('"="'), v('a'), v('x'), p('a')], [3, 1, 5, 7]],
  ['a name in a string before it', "f('a', a)", [v('f'), l('"a"'), v('a')], [1, 3, 8]],
  ['a shorthand member', '{x}', [p('x'), v('x')], [2, 2]],
  ['characters beyond the first plane', '"𝒳𝒳", e', [l('"𝒳𝒳"'), v('e')], [1, 7]],
  ['lines of their own', 'ab\n  ab', [v('ab', 7), v('ab', 8)], [1, 3]],
  ['a text that the source spells otherwise', 'x = .5', [v('x'), l('0.5')], [1, 2]],
  ['a line that is not there', '', [v('x', 9)], [1]],
])('%s', (_, text, leaves, columns) => {
  expect(tokenColumns(record(leaves), text.split('\n'), 7, 'area')).toEqual(columns);
});

test.each<[name: string, text: string, leaves: Leaf[], columns: number[]]>([
  ['a call of itself after its declaration', 'function area() { return area(); }', [self('area')], [26]],
  ['no part of a longer word is its name', 'const area2 = 1, area = () => area()', [self('area')], [31]],
  ['a name that is declared below a decorator', '@areas\nfunction area() { area(); }', [self('area', 8)], [19]],
  ['no declared name', '() => area()', [v('area')], [7]],
])('the function’s own name: %s', (_, text, leaves, columns) => {
  expect(tokenColumns(record(leaves), text.split('\n'), 7, 'area')).toEqual(columns);
});
