import { expect, test } from 'vitest';
import { GENERATED_COMMENT } from '#languages/policy.ts';
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

test('only the first 8 KiB are searched', () => {
  expect(GENERATED_COMMENT.within_bytes).toBeLessThanOrEqual(HEAD_BYTES);
  const isGenerated = (head: string) => finder.of('a.js', Buffer.from(head)).is_generated;
  const [short, long] = [`${'1;'.repeat(20)}\n`.repeat(20), '1;'.repeat(8000)];
  expect(isGenerated(short + long)).toBe(true);
  expect(isGenerated(short.repeat(10) + long)).toBe(false);
});
