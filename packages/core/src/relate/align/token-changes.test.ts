import { expect, test } from 'vitest';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { tokenChanges } from './token-changes.ts';

/** Leaves as `role text`, one line each. */
function record(firstLine: number, ...leaves: string[]): TokenRecord {
  const split = leaves.map((leaf) => leaf.split(' '));
  const roles: Record<string, TokenRole> = { v: 'variable', f: 'function', l: 'literal', s: 'self' };
  return {
    role: split.map(([role = '']) => roles[role] ?? 'syntax'),
    kind: split.map(() => 'k'),
    text: split.map(([, text = '']) => text),
    line: leaves.map((_, index) => firstLine + index),
  };
}

test('changed, removed and added leaves are listed with the lines of both functions', () => {
  const first = record(10, 'v items', 'l 1', 'f log', 'v end');
  expect(tokenChanges(first, record(50, 'v items', 'l 2', 'f log', 'v end'))).toEqual([
    { line: 11, ownLine: 51, removed: ['1'], added: ['2'] },
  ]);
  expect(tokenChanges(first, record(50, 'v items', 'l 1', 'v end'))).toEqual([
    { line: 12, ownLine: 51, removed: ['log'], added: [] },
  ]);
  expect(tokenChanges(first, record(50, 'v start', ...['v items', 'l 1', 'f log', 'v end']))).toEqual([
    { line: 10, ownLine: 50, removed: [], added: ['start'] },
  ]);
});

test('leaves without text are named by their kind, except for marks of the grammar', () => {
  const none: TokenRecord = { role: [], kind: [], text: [], line: [] };
  const kind = ["'return", 'ReturnStatement', 'TSStringKeyword', 'string_start', 'scalar'];
  const fixed: TokenRecord = {
    role: kind.map(() => 'syntax'),
    kind,
    text: ['', '', '', '', '1'],
    line: [1, 1, 1, 1, 1],
  };
  expect(tokenChanges(none, fixed)).toEqual([
    { line: 1, ownLine: 1, removed: [], added: ['return', 'ReturnStatement', 'string', '1'] },
  ]);
});

test('references of functions to themselves are equal, equal texts of other roles are not', () => {
  expect(tokenChanges(record(1, 's walk'), record(1, 's visit'))).toEqual([]);
  expect(tokenChanges(record(1, 'v x'), record(1, 'l x'))).toEqual([
    { line: 1, ownLine: 1, removed: ['x'], added: ['x'] },
  ]);
});
