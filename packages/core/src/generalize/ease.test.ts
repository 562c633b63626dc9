import { expect, test } from 'vitest';
import { compareEase, easeOf, easeOfGroup } from './ease.ts';
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

test('the kind of a group of functions in a drafted language tells its ease, unless copies are edited', () => {
  const kinds = ['function-body', 'function-shape', 'near'];
  expect(kinds.map((kind) => easeOfGroup(kind, 'php', false))).toEqual(['identical', 'values', undefined]);
  expect(easeOfGroup('function-body', 'css', false)).toBeUndefined();
  expect(easeOfGroup('function-body', 'php', true)).toBeUndefined();
});
