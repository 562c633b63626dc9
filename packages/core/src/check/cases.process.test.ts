import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkOfBoth } from './fixture.ts';

interface Case {
  about: string;
  findings: number;
  before: Record<string, string>;
  after: Record<string, string>;
}

describe.each(['moved', 'overloads', 'protocols'])('%s', (name) => {
  const file = join(import.meta.dirname, `../../../../fixtures/check/${name}.json`);
  const { cases }: { cases: Case[] } = JSON.parse(readFileSync(file, 'utf8'));

  test.each(cases)('$about: $findings findings', async ({ findings, before, after }) => {
    const { groups } = await checkOfBoth(before, after);
    expect(groups.length).toBe(findings);
  });
});
