import { describe, expect, test } from 'vitest';
import { listedGroups } from '#lists/listed-groups.ts';
import { baselineOf } from './baseline.ts';
import { check } from './check.ts';
import { checkOfBoth, scanOf } from './fixture.ts';
import { findingsOf } from './model.ts';
import { QUIET_SETS } from './quiet-sets-fixture.ts';

describe('a scan lists nothing and a check finds nothing in', () => {
  test.each(QUIET_SETS)('$title', async ({ before, added }) => {
    const after = { ...before, ...added };
    const [old, now] = [await scanOf(before), await scanOf(after)];
    const { shown } = listedGroups(now, []);
    expect(shown.map(({ kind, nodes, blocks, occurrences }) => ({ kind, nodes, blocks, occurrences }))).toEqual([]);
    const againstBaseline = check(now, baselineOf(old), { baseline: 'x' }, { without: ['generated'] });
    expect(againstBaseline.groups).toEqual([]);
    expect(findingsOf(await checkOfBoth(before, after, { without: ['generated'] }))).toBe(0);
  });
});
