import type { MapMembers } from '@analyzer/contracts/pages/map';
import { expect, test } from 'vitest';
import { memberPairs } from './class-members.ts';

const MEMBERS: MapMembers = {
  declaration: [3, 8],
  name: [
    ['open', 'read', 'close', 'read'],
    ['read', 'open', 'flush'],
  ],
  start_line: [
    [2, 5, 9, 12],
    [2, 6, 9],
  ],
  end_line: [
    [4, 8, 11, 14],
    [5, 8, 10],
  ],
  code: [
    [0, 1, 2, 3],
    [4, 0, 5],
  ],
};

test('members of two classes are matched by name, and those of one name in order', () => {
  const pairs = memberPairs(MEMBERS, 3, 8);
  expect(pairs?.map(({ name, state }) => `${name}: ${state}`)).toEqual([
    'read: edited',
    'close: only left',
    'read: only left',
    'flush: only right',
    'open: same',
  ]);
  expect(pairs?.[0]).toMatchObject({ left: { startLine: 5, endLine: 8 }, right: { startLine: 2, endLine: 5 } });
});

test('a declaration without members has no pairs', () => {
  expect(memberPairs(MEMBERS, 3, 4)).toBeUndefined();
});
