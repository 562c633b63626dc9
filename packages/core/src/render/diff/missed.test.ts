import { expect, test } from 'vitest';
import type { Diff } from '#diff/model.ts';
import type { MissedHunk } from '#missed/model.ts';
import { linkSections } from './link-rows.ts';

const hunk: MissedHunk = {
  origin: { path: 'a.py', start_line: 2, end_line: 7 },
  target: { path: 'b.py', start_line: 12, end_line: 15 },
  class: 'behavior',
  evidence: 'exact',
  similarity: 100,
  merges: true,
  change: [' a()', '+b()'],
  merged: [' a()', '+b()'],
};

const links: Pick<Diff, 'cycles' | 'groups' | 'imports' | 'missed'> = {
  cycles: [],
  groups: [],
  imports: [],
  missed: [{ id: `m_${'0'.repeat(20)}`, edited: hunk.origin, copies: [hunk.target], hunks: [hunk] }],
};

test('a diff lists an edit that a copy lacks, with the place of the copy', () => {
  expect(linkSections(links, '->').find(({ title }) => title === 'Edits that copies lack')?.rows).toEqual([
    {
      location: 'a.py:2-7',
      text: 'this change merges cleanly into a copy at b.py:12-15; it does not have it',
    },
  ]);
});
