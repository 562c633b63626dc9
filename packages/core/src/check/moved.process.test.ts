import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkOfBoth } from './fixture.ts';

interface Moved {
  about: string;
  findings: number;
  before: Record<string, string>;
  after: Record<string, string>;
}

const { cases }: { cases: Moved[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../fixtures/check/moved.json'), 'utf8'),
);

test.each(cases)('$about: $findings findings', async ({ findings, before, after }) => {
  const { groups } = await checkOfBoth(before, after);
  expect(groups.length).toBe(findings);
});
