import { expect, test } from 'vitest';
import { changesOf, withContext } from './hunks.ts';
import { PlaceIndex, type Search, type Whereabouts } from './places.ts';
import { fileOf, type TestStatement } from './statements-fixture.ts';
import { Vocabulary } from './vocabulary.ts';

/** Number of the file that is changed, and of the copy, and of another one. */
const [CHANGED, COPY, OTHER] = [0, 1, 2];
const LONG = 12;

const statement = (kind: number, ...names: number[]): TestStatement => ({ kind, names });
const others = (first: number, count = 4) => Array.from({ length: count }, (_, at) => statement(first + at, 90 + at));

/** What is found for a change of one file in that file and in others. */
function search(
  before: TestStatement[],
  after: TestStatement[],
  files: TestStatement[][],
  whereIs: Whereabouts = (file) => (file === CHANGED ? 'own' : 'other-file'),
): Search {
  const vocabulary = new Vocabulary();
  const old = fileOf(before, vocabulary, LONG);
  const index = new PlaceIndex(
    [after, ...files].map((its) => fileOf(its, vocabulary, LONG)),
    vocabulary,
  );
  const [change] = changesOf(old, fileOf(after, vocabulary, LONG));
  const hunk = change && withContext(change, old);
  if (hunk === undefined) throw new RangeError('no change with context');
  return index.find(old, hunk, whereIs);
}

const placesOf = (found: Search) =>
  'places' in found ? found.places.map(({ file, window, evidence }) => [file, window.start, evidence]) : found.none;

const before = [...others(10), statement(1, 1, 2), ...others(20)];
const after = [...others(10), statement(2, 1, 2), ...others(20)];

test('the same statement between other ones is a place', () => {
  const copy = [...others(30), statement(1, 1, 2), ...others(40)];
  expect(placesOf(search(before, after, [copy]))).toEqual([[COPY, 4, 'one-sided']]);
});

test('with other names it is not', () => {
  const copy = [...others(30), statement(1, 1, 3), ...others(40)];
  expect(placesOf(search(before, after, [copy]))).toBe('nowhere');
});

test('nor in the changed file, nor in many files', () => {
  const copy = [...others(30), statement(1, 1, 2), ...others(40)];
  expect(placesOf(search(before, after, [copy], () => 'same-file'))).toBe('nowhere');
  expect(placesOf(search(before, after, [copy, copy]))).toHaveLength(2);
  expect(placesOf(search(before, after, [copy, copy, copy]))).toBe('nowhere');
});

test('nor for a removal', () => {
  const copy = [...others(30), statement(1, 1, 2), ...others(40)];
  expect(placesOf(search(before, [...others(10), ...others(20)], [copy]))).toBe('nowhere');
});

test('the place of the change itself does not keep others from being found', () => {
  const renamed = [...others(10), statement(1, 1, 3), ...others(20)];
  const copy = [...others(30), statement(1, 1, 2), ...others(40)];
  expect(placesOf(search(before, renamed, [copy]))).toEqual([[COPY, 4, 'one-sided']]);
  expect(placesOf(search(before, renamed, []))).toBe('own');
});

test('a place with one neighbor on each side is found in similar code', () => {
  const inserted = [...others(10), statement(1, 1), statement(3, 1), statement(2, 2), ...others(20)];
  const short = [...others(10), statement(1, 1), statement(2, 2), ...others(20)];
  const copy = [
    ...others(10, 3),
    statement(50, 1),
    statement(1, 1),
    statement(2, 2),
    statement(51, 1),
    ...others(21, 3),
  ];
  const rest = [...others(60), ...others(70)];
  expect(placesOf(search(short, inserted, [rest, copy]))).toEqual([[OTHER, 4, 'similar']]);
});
