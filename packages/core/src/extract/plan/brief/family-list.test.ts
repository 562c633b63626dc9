import { expect, test } from 'vitest';
import type { Family } from '../model.ts';
import { familyList } from './family-list.ts';

const family: Family = {
  family_id: 'f_1',
  fingerprint: '0'.repeat(64),
  group_ids: ['g_1'],
  language: 'python',
  kind: 'function-body',
  names: ['load'],
  complete: undefined,
  others: [],
  occurrences: [],
  evidence: 2,
};

const listOf = (planning?: 'families' | 'libraries') =>
  familyList([{ family, occurrences: [] }], 'the context', planning).at(-1);

test('copies that no task changes are named by what made the families', () => {
  expect(listOf()).toBe('  2 further copies in tests, vendored or generated files: evidence only, do not change.');
  expect(listOf('families')).toBe(listOf());
  expect(listOf('libraries')).toBe(
    '  2 further copies in tests, vendored, generated or example files or scripts, or which only call or resemble the others: evidence only, do not change.',
  );
});
