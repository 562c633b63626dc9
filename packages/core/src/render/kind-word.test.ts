import { expect, test } from 'vitest';
import { GroupMembers } from '#lists/group-members.ts';
import type { Group } from '#scan/model.ts';
import { groupWord, kindWord } from './kind-word.ts';

const group = (similarity: number[]): Group => {
  return { id: 'g_1', kind: 'near', nodes: 40, score: 40, occurrences: ['a.py#A@1', 'b.py#A@1'], similarity };
};

/** The members of two classes with these hashes. */
function membersOf(...hashes: string[]): GroupMembers {
  const members = new GroupMembers({ entries: [], relations: new Map() }, []);
  const of = (id: string) => {
    const declaration = { ...NO_FACTS, tree_hash: hashes[id.startsWith('a') ? 0 : 1] ?? '' };
    return { path: '', declaration };
  };
  return Object.assign(members, { of });
}

const NO_FACTS = {
  kind: 'class' as const,
  name: 'A',
  qualified_name: 'A',
  parameters: [],
  exported: false,
  start_line: 1,
  end_line: 9,
  start_byte: 0,
  end_byte: 90,
  nodes: 40,
  within: -1,
  bound: [],
};

test('a near group is edited by its least similarity, and has equal parts if none of it was edited', () => {
  expect(kindWord('near', [1000, 912, 734])).toBe('edited 73 %');
  expect(kindWord('near', [1000, 1000])).toBe('equal parts');
});

test('classes of a near group are identical if their code is, and have equal parts if names or the order differ', () => {
  expect(groupWord(group([1000, 1000]), membersOf('x', 'x'))).toBe('identical');
  expect(groupWord(group([1000, 1000]), membersOf('x', 'y'))).toBe('equal parts');
  expect(groupWord(group([1000, 900]), membersOf('x', 'y'))).toBe('edited 90 %');
});
