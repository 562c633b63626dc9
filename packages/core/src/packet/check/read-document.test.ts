import { expect, test } from 'vitest';
import { parsed, readDocument } from './read-document.ts';

const DEEP = `{"schema":"analyzer.diff.v1","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

test('a document that is nested 200,000 levels deep is refused', () => {
  const read = () => readDocument(DEEP, 'analyzer.diff.v1', { path: 'diff.json', hint: '' });
  expect(read).toThrow('diff.json: nested more than 100 levels deep');
  expect(parsed(DEEP)).toBeUndefined();
});

test('brackets in strings are not levels', () => {
  const text = JSON.stringify({ schema: 'analyzer.diff.v1', x: `\\"${'[{'.repeat(1000)}` });
  expect(readDocument(text, 'analyzer.diff.v1', { path: 'diff.json', hint: '' })).toEqual(JSON.parse(text));
});
