import { expect, test } from 'vitest';
import vectors from '../../../../fixtures/vectors/entries-roles.json' with { type: 'json' };
import { RoleFinder } from './roles.ts';

const finder = new RoleFinder();

test.each(vectors.cases)('$path $head', ({ path, head, ...roles }) => {
  expect(finder.of(path, Buffer.from(head ?? ''))).toEqual(roles);
});

test('a marker beyond the first 8 KiB is not looked for', () => {
  expect(finder.of('a.js', Buffer.from(`${' '.repeat(8192 - 10)}@generated`)).is_generated).toBe(true);
  expect(finder.of('a.js', Buffer.from(`${' '.repeat(8192 - 9)}@generated`)).is_generated).toBe(false);
});
