import { expect, test } from 'vitest';
import { sidesOf } from './sides.ts';

test.each([
  ['v1..v2', { before: 'v1:.', after: 'v2:.' }],
  ['v1..', { before: 'v1:.', after: 'HEAD:.' }],
  ['..v2', { before: 'HEAD:.', after: 'v2:.' }],
  ['main', { before: 'main:.', after: '.' }],
  ['main...', { before: 'main:.', after: '.', baseOf: ['main', 'HEAD'] }],
  ['v1...v2', { before: 'v1:.', after: 'v2:.', baseOf: ['v1', 'v2'] }],
  ['HEAD~1:src', { before: 'HEAD~1:src', after: 'src' }],
])('reads %s as two sides', (written, sides) => {
  expect(sidesOf(written, undefined)).toEqual(sides);
});

test('does not change two arguments', () => {
  expect(sidesOf('v1..v2', 'b')).toEqual({ before: 'v1..v2', after: 'b' });
});

test.each([
  ['v1....v2', 'v1....v2 is not a range of two revisions'],
  ['a..b..c', 'a..b..c is not a range of two revisions'],
  ['..', 'diff needs something to compare .. with'],
  ['.', 'diff needs something to compare . with'],
  ['main:', 'diff needs something to compare main: with'],
])('refuses %s', (written, problem) => {
  expect(() => sidesOf(written, undefined)).toThrow(problem);
});
