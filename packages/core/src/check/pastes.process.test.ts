import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkOf, checkOfBoth } from './fixture.ts';

interface Paste {
  about: string;
  path: string;
  text: string;
}

/** A project, and copies of its code as people make them. */
const { before, pastes }: { before: Record<string, string>; pastes: Paste[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../fixtures/check/pastes.json'), 'utf8'),
);

test.each(pastes)('a check against a baseline and a revision finds a paste: $about', async ({ path, text }) => {
  for (const checked of [checkOf, checkOfBoth]) {
    const { groups, edited } = await checked(before, { ...before, [path]: text });
    expect(groups).toHaveLength(1);
    expect(edited).toBe(0);
    const paths = groups[0]?.family.copies.map((copy) => copy.path);
    expect(paths).toHaveLength(2);
    expect(paths).toContain(path);
  }
});

test('the project without a paste passes', async () => {
  expect((await checkOf(before, before)).groups).toEqual([]);
});
