import { expect, test } from 'vitest';
import { GENERATED_MARKERS } from '#languages/policy.ts';
import vectors from '../../../../fixtures/vectors/entries-roles.json' with { type: 'json' };
import roles from '../../../../languages/roles.json' with { type: 'json' };
import { HEAD_BYTES } from './read.ts';
import { RoleFinder } from './roles.ts';

const finder = new RoleFinder();

test.each(vectors.cases)('$path $head', ({ path, head, ...roles }) => {
  expect(finder.of(path, Buffer.from(head ?? ''))).toEqual(roles);
});

test('every rule has a reason and globs', () => {
  const { about: _, ...classes } = roles;
  for (const { rules } of Object.values(classes)) {
    for (const { why, globs } of rules) {
      expect(why.length).toBeGreaterThan(20);
      expect(globs.length).toBeGreaterThan(0);
    }
  }
});

test('markers are searched only in the first 8 KiB', () => {
  expect(GENERATED_MARKERS.within_bytes).toBeLessThanOrEqual(HEAD_BYTES);
  expect(finder.of('a.js', Buffer.from(`${' '.repeat(8192 - 10)}@generated`)).is_generated).toBe(true);
  expect(finder.of('a.js', Buffer.from(`${' '.repeat(8192 - 9)}@generated`)).is_generated).toBe(false);
});
