import { expect, test } from 'vitest';
import type { Copy, GroupFinding } from './model.ts';
import { joinPlaces, otherCopies } from './same-place.ts';

function copy(path: string, start_line: number, end_line: number): Copy {
  const id = `${path}:${start_line}-${end_line}`;
  return { id, location: path, path, qualified_name: '', start_line, end_line };
}

function finding(id: string, fresh: Copy[], others: Copy[]): GroupFinding {
  const shown = { id, kind: 'near' as const };
  const family = { id, shown, nodes: 50, copies: [...fresh, ...others], holders: [] };
  return { change: 'new', family, listed: 0, unlisted: fresh, fresh };
}

const pasted = finding('g_1', [copy('new.py', 1, 40)], [copy('a.py', 1, 40)]);
const inside = finding('g_2', [copy('new.py', 10, 20)], [copy('b.py', 5, 15)]);
const again = finding('g_3', [copy('new.py', 1, 40)], [copy('b.py', 5, 15), copy('c.py', 1, 9)]);
const elsewhere = finding('g_4', [copy('new.py', 10, 20), copy('other.py', 1, 9)], [copy('b.py', 5, 15)]);

test('findings whose new copies lie in those of an earlier finding are one finding', () => {
  const [first, ...others] = joinPlaces([pasted, inside, again]);
  expect(others).toEqual([]);
  expect(first?.also?.map(({ family }) => family.id)).toEqual(['g_2', 'g_3']);
  expect(first && otherCopies(first).map(({ id }) => id)).toEqual(['b.py:5-15', 'c.py:1-9']);
});

test('a finding with a new copy at another place stays a finding of its own', () => {
  expect(joinPlaces([pasted, elsewhere])).toEqual([pasted, elsewhere]);
});

test('a new copy around that of an earlier finding is a finding of its own', () => {
  expect(joinPlaces([inside, pasted])).toEqual([inside, pasted]);
});
