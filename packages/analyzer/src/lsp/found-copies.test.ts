import type { LocatedCopy, LocatedFamily } from '@analyzer/core/session/located.ts';
import type { CopyFamily } from '@analyzer/core/session/model.ts';
import { expect, test } from 'vitest';
import { diagnosticsOf } from './diagnostics.ts';
import { completeLines, type FileView, placesIn, titleOf } from './found-copies.ts';

const copy = (path: string, start_line: number, end_line: number): LocatedCopy => {
  const bytes = { start_byte: 100 * start_line, end_byte: 100 * end_line };
  return { name: '', path, declaration: 0, start_line, end_line, ...bytes };
};
const family = (kind: CopyFamily['kind'], copies: LocatedCopy[]): LocatedFamily => {
  return { id: null, key: '', kind, nodes: 50, copies };
};

const view: FileView = {
  path: 'a.py',
  language: 'python',
  text: {
    version: 1,
    lines: 40,
    rangeOf: (line) => completeLines(line, line),
    rangeOfCopy: ({ start_line }) => completeLines(start_line, start_line),
    indentOf: () => '',
    byteAt: ({ line, character }) => 100 * (line + 1) + character,
  },
  families: [
    family('near', [copy('a.py', 1, 30), copy('b.py', 1, 30)]),
    family('block', [copy('a.py', 5, 20), copy('c.py', 5, 20)]),
    family('block', [copy('a.py', 22, 28), copy('d.py', 1, 7)]),
  ],
  cycles: [],
  contracts: [],
  edits: [],
  elsewhere: [],
  uriOf: (path) => path,
};

test('a copy that is at least half of the lines of another one is part of its place', () => {
  expect(placesIn(view).map(({ copy: its, also }) => [its.start_line, also.map((it) => it.copy.start_line)])).toEqual([
    [1, [5]],
    [22, []],
  ]);
});

test('one diagnostic names the other copies of all groups at a place', () => {
  const [first, second, ...others] = diagnosticsOf(view);
  expect(others).toEqual([]);
  expect(first?.message).toBe('similar: b.py:1 and 1 more');
  expect(first?.relatedInformation?.map(({ location }) => location.uri)).toEqual(['b.py', 'c.py']);
  expect(second?.message).toBe('identical block: d.py:1');
});

test('groups of the same lines are one diagnostic with the copies of all of them, each once', () => {
  const families = [
    family('near', [copy('b.py', 1, 30), copy('a.py', 1, 30)]),
    family('block', [copy('a.py', 1, 30), copy('b.py', 1, 30), copy('c.py', 5, 34)]),
    family('function-shape', [copy('a.py', 1, 30), copy('d.py', 1, 30)]),
  ];
  const [only, ...others] = diagnosticsOf({ ...view, families });
  expect(others).toEqual([]);
  expect(only?.message).toBe('identical up to renaming: d.py:1 and 2 more');
  expect(only?.relatedInformation?.map(({ location }) => location.uri)).toEqual(['d.py', 'b.py', 'c.py']);
});

test('the work for places grows linearly with the copies of a file', () => {
  const readsOf = (count: number) => {
    let reads = 0;
    const copies = Array.from({ length: count }, (_, at): LocatedCopy => {
      const its = copy('a.py', 7 * at + 1, 7 * at + 6);
      return Object.defineProperty(its, 'start_line', {
        get: () => {
          reads++;
          return 7 * at + 1;
        },
      });
    });
    expect(placesIn({ ...view, families: [family('near', copies)] })).toHaveLength(count);
    return reads / count;
  };
  expect(readsOf(4000)).toBeLessThan(1.5 * readsOf(1000));
});

test('a document without a file has the name that the editor knows', () => {
  expect(titleOf({ ...copy('untitled:Untitled-1.ts', 3, 9), name: 'price' })).toBe('price in untitled:Untitled-1:3');
});
