import { expect, test } from 'vitest';
import { lineDiff, mergedLines } from './merged-text.ts';

test('a merged change has the names, the indentation and the await of the copy', () => {
  const before = ['for item in items:', '    send(item)'];
  const after = ['for item in items:', '    if item.done:', '        continue', '    send(item)'];
  const other = ['    async for entry in entries:', '        await send(entry)'];
  expect(mergedLines(before, after, other, { start: 1, end: 1 }, { start: 1, end: 3 })).toEqual([
    '     async for entry in entries:',
    '+        if entry.done:',
    '+            continue',
    '         await send(entry)',
  ]);
});

test('names stay as they are if those of the copy do not correspond one to one', () => {
  const merged = mergedLines(['a(b, b)'], ['a(b, c)'], ['a(x, y)'], { start: 0, end: 1 }, { start: 0, end: 1 });
  expect(merged).toEqual(['-a(x, y)', '+a(b, c)']);
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
