import { expect, test } from 'vitest';
import { compareEase, easeOf } from './ease.ts';
import type { Draft, DraftParameter } from './model.ts';

function draft(id: string, saved: number, ...kinds: DraftParameter['kind'][]): Draft {
  const parameters = kinds.map((kind) => ({ name: 'a', kind, lines: [1], values: [] }));
  const its = { name: 'f', path: 'a.py', form: 'function', text: '' } as const;
  const written = { function: its, calls: [], lines_saved: saved, patch: '' };
  return { root: 'a', group: { id, kind: 'near' }, copies: [], parameters, written };
}

test('the ease of a draft is that of its hardest parameter', () => {
  expect([draft('a', 1), draft('a', 1, 'literal', 'name'), draft('a', 1, 'literal', 'function')].map(easeOf)).toEqual([
    'identical',
    'values',
    'functions',
  ]);
});

test('easier drafts come first, and of equal ones those that save more lines', () => {
  const drafts = [draft('f', 90, 'function'), draft('v', 3, 'name'), draft('w', 5, 'name'), draft('i', 1)];
  expect(drafts.sort(compareEase).map(({ group }) => group.id)).toEqual(['i', 'w', 'v', 'f']);
});
