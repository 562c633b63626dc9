import { expect, test } from 'vitest';
import { firstDifference } from './compare.ts';

const scan = (members: string, engine = 'portable') =>
  `{"schema":"analyzer.scan.v1","engine":"${engine}","root":"a",${members},"runtime":{"jobs":2,"wall_ms":7}}\n`;

test('engine and runtime may differ, nothing else', () => {
  const left = scan('"entries":[]');
  expect(firstDifference(left, left.replace('"wall_ms":7', '"wall_ms":8').replace('portable', 'native'))).toBe(
    undefined,
  );
  expect(firstDifference(left, left.replace('"root":"a"', '"root":"b"'))).toEqual({
    pointer: '/root',
    left: '"a"',
    right: '"b"',
  });
});

test('the first difference is named by pointer, path and both values', () => {
  const left = scan('"entries":[{"path":"a/b.py","calls":[{"line":1},{"line":2}]}],"groups":[1]');
  const right = scan('"entries":[{"path":"a/b.py","calls":[{"line":1},{"line":3}]}],"groups":[2]', 'native');
  expect(firstDifference(left, right)).toEqual({
    pointer: '/entries/0/calls/1/line',
    path: 'a/b.py',
    left: '2',
    right: '3',
  });
});

test('a property that only one document has is named too', () => {
  const found = firstDifference(scan('"entries":[1]'), scan('"entries":[1,2]'));
  expect(found).toEqual({ pointer: '/entries/1', left: 'absent', right: '2' });
  expect(firstDifference(scan('"options":{"all":true}'), scan('"options":{}'))).toEqual({
    pointer: '/options/all',
    left: 'true',
    right: 'absent',
  });
});

test('the digest of a document is named last', () => {
  const [left, right] = [scan('"snapshot_id":"1","entries":[1]'), scan('"snapshot_id":"2","entries":[2]')];
  expect(firstDifference(left, right)?.pointer).toBe('/entries/0');
  expect(firstDifference(left, left.replace('"1"', '"2"'))?.pointer).toBe('/snapshot_id');
});

test('order and whitespace count', () => {
  expect(firstDifference(scan('"a":1,"b":2'), scan('"b":2,"a":1'))?.pointer).toBe('');
  expect(firstDifference(scan('"a":1'), scan('"a": 1'))?.pointer).toBe('');
});
