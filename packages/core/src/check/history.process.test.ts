import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkOf } from './fixture.ts';

const HISTORY = join(import.meta.dirname, '../../../../fixtures/diff/history');

interface Edit {
  about: string;
  before: Record<string, string>;
  after: Record<string, string>;
  /** Findings where they differ from the changed groups: a finding includes the groups that are folded into it. */
  findings?: [change: string, listed: number, copies: number][];
  expected: { groups: { change: string; before: number; after: number }[]; cycles: { change: string }[] };
}

/** The expected findings of each edit. */
const FOUND: Readonly<Record<string, string>> = { appeared: 'new', grew: 'grown' };

test.each(readdirSync(HISTORY).sort())('a check of the edit %s gives exactly the expected findings', async (name) => {
  const { before, after, findings, expected }: Edit = JSON.parse(readFileSync(join(HISTORY, name), 'utf8'));
  const { groups, cycles } = await checkOf(before, after);
  const expectedFindings = expected.groups.flatMap((group) => {
    const change = FOUND[group.change];
    return change === undefined ? [] : [[change, group.before, group.after]];
  });
  expect(groups.map(({ change, listed, family }) => [change, listed, family.copies.length])).toEqual(
    findings ?? expectedFindings,
  );
  expect(cycles.map(({ change }) => change)).toEqual(expected.cycles.flatMap(({ change }) => FOUND[change] ?? []));
});
