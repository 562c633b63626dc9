import { expect, test } from 'vitest';
import { lineDiff, mergedLines, namesBetween } from './merged-text.ts';

test('a merged change has the names, the indentation and the await of the copy', () => {
  const before = ['for item in items:', '    send(item)'];
  const after = ['for item in items:', '    if item.done:', '        continue', '    send(item)'];
  const other = ['    async for entry in entries:', '        await send(entry)'];
  const names = namesBetween(before, other) ?? new Map();
  expect(mergedLines({ before, after, other }, names, undefined)).toEqual([
    '     async for entry in entries:',
    '+        if entry.done:',
    '+            continue',
    '         await send(entry)',
  ]);
});

test('a change of lines that are laid out in another way in the copy merges by its statements', () => {
  const before = ['first(a)', 'second(a, b)', 'third(b)'];
  const after = ['first(a)', 'second(a, c)', 'third(b)'];
  const other = ['first(a)', 'second(', '  a,', '  b,', ')', 'third(b)'];
  const windows = { replaced: { start: 1, end: 2 }, removed: { start: 1, end: 5 }, added: { start: 1, end: 2 } };
  expect(mergedLines({ before, after, other }, new Map(), undefined)).toEqual([]);
  expect(mergedLines({ before, after, other }, new Map(), windows)).toEqual([
    ' first(a)',
    '-second(',
    '-  a,',
    '-  b,',
    '-)',
    '+second(a, c)',
    ' third(b)',
  ]);
});

test('a change does not merge by its statements if other lines change too', () => {
  const before = ['if a:', '  b()', 'elif c:', '  d()'];
  const after = ['if a:', '  b()', 'else:', '  d()'];
  const other = ['if a:', '  b()', 'elif (', '  c', '):', '  d()'];
  const windows = { replaced: { start: 2, end: 3 }, removed: { start: 2, end: 5 }, added: { start: 2, end: 2 } };
  expect(mergedLines({ before, after, other }, new Map(), windows)).toEqual([]);
});

test('a line that replaces an else or a comment merges by its lines', () => {
  const before = ['if a:', '  b()', 'elif c:', '  d()'];
  const after = ['if a:', '  # now', '  b()', 'else:', '  d()'];
  expect(mergedLines({ before, after, other: before }, new Map(), undefined)).toEqual([
    ' if a:',
    '+  # now',
    '   b()',
    '-elif c:',
    '+else:',
    '   d()',
  ]);
});

test('a change of layout alone makes no difference', () => {
  expect(mergedLines({ before: ['a()'], after: ['  a()'], other: ['a()'] }, new Map(), undefined)).toEqual([]);
});

const merge = (before: string[], after: string[], other: string[]) =>
  mergedLines({ before, after, other }, new Map(), undefined).filter((line) => !line.startsWith(' '));

test('a changed call is awaited in a copy that awaits it', () => {
  expect(merge(['a()', 'self.read()'], ['a()', 'self.read(timeout=t)'], ['a()', 'await self.read()'])).toEqual([
    '-await self.read()',
    '+await self.read(timeout=t)',
  ]);
});

test('a change whose calls cannot be awaited as before is a conflict', () => {
  expect(merge(['a()', 'self.read()'], ['a()', 'self.other()'], ['a()', 'await self.read()'])).toEqual([]);
});

test('a change of an asynchronous place has no await in a copy that has none', () => {
  const after = ['await a()', 'x = await b()', 'c()'];
  expect(merge(['await a()', 'c()'], after, ['a()', 'c()'])).toEqual(['+x = b()']);
});

test('an await that is new where neither place has one is a conflict', () => {
  expect(merge(['a()', 'c()'], ['a()', 'await b()', 'c()'], ['a()', 'c()'])).toEqual([]);
});

test('texts have no names by each other if their identifiers do not correspond one to one', () => {
  expect(namesBetween(['a(b, b)'], ['a(x, y)'])).toBeUndefined();
  expect(namesBetween(['a(b)'], ['a(b, c)'])).toBeUndefined();
});

test('a diff shows three unchanged lines on each side', () => {
  const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
  expect(lineDiff(lines, [...lines.slice(0, 4), 'new', ...lines.slice(5)])).toEqual([
    ' 2',
    ' 3',
    ' 4',
    '-5',
    '+new',
    ' 6',
    ' 7',
    ' 8',
  ]);
});
