import { describe, expect, test } from 'vitest';
import { compare } from './compare.ts';
import { emptyReading } from './reading.ts';

const reading = (...declarations: [number, string, string][]) => ({
  ...emptyReading(),
  declarations: declarations.map(([line, kind, name]) => ({ line, kind, name })),
});

describe('compare', () => {
  test('equal lists in another order do not differ', () => {
    const one = reading([1, 'function', 'a'], [2, 'function', 'a'], [2, 'class', 'B']);
    const other = reading([2, 'class', 'B'], [2, 'function', 'a'], [1, 'function', 'a']);
    expect(compare(one, other)).toEqual([]);
  });

  test('reports facts that are missing, extra, on another line or of another kind', () => {
    const expected = reading([1, 'function', 'a'], [3, 'function', 'b'], [5, 'method', 'c'], [7, 'class', 'D']);
    const found = reading([1, 'function', 'a'], [4, 'function', 'b'], [5, 'function', 'c'], [9, 'class', 'E']);
    expect(compare(expected, found)).toEqual([
      { list: 'declarations', side: 'line', fact: 'function b', line: 3, instead: 'line 4' },
      { list: 'declarations', side: 'kind', fact: 'method c', line: 5, instead: 'function' },
      { list: 'declarations', side: 'missing', fact: 'class D', line: 7 },
      { list: 'declarations', side: 'extra', fact: 'class E', line: 9 },
    ]);
  });

  test('compares multisets: a fact found once that occurs twice is missing once', () => {
    const call = { name: 'f', line: 1 };
    expect(compare({ ...emptyReading(), calls: [call, call] }, { ...emptyReading(), calls: [call] })).toEqual([
      { list: 'calls', side: 'missing', fact: 'f', line: 1 },
    ]);
  });
});
