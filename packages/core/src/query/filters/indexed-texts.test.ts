import { expect, test } from 'vitest';
import { indexed, nameShape, pathShape } from './indexed-texts.ts';

test.each([
  ['retry', { kind: 'equal', text: 'retry' }],
  ['re*', { kind: 'prefix', text: 're' }],
  ['*try', { kind: 'suffix', text: 'try' }],
  ['*etr*', { kind: 'part', text: 'etr' }],
  ['*', undefined],
  ['r*y', undefined],
  ['*e*y', undefined],
])('the glob %s of a name has the shape %j', (glob, shape) => {
  expect(nameShape(glob)).toEqual(shape);
});

test.each([
  ['src/a.js', { kind: 'equal', text: 'src/a.js' }],
  ['src/?*', { kind: 'prefix', text: 'src/' }],
  ['*/a.js', { kind: 'suffix', text: '/a.js' }],
  ['*.js', { kind: 'suffix', text: '.js' }],
  ['?*', undefined],
])('the glob %s of a path has the shape %j', (glob, shape) => {
  expect(pathShape(glob)).toEqual(shape);
});

test('a part is found by its four rarest trigrams, with upper and lower case', () => {
  const frequency = (trigram: string) => 'tes est ndl dle'.split(' ').indexOf(trigram) + 1;
  expect(indexed('text', { kind: 'part', text: 'test_handleURL' }, frequency)).toEqual({
    sql: 'text LIKE ? AND text LIKE ? AND text LIKE ? AND text LIKE ?',
    values: ['%han%', '%and%', '%leU%', '%eUR%'],
  });
});

test('a part without a trigram of letters and digits has no index', () => {
  expect(indexed('text', { kind: 'part', text: 'a_b%c' })).toBeUndefined();
});
