import { expect, test } from 'vitest';
import type { FileEntry } from '#scan/model.ts';
import { LastGoodFacts } from './last-good-facts.ts';

const roles = { is_test: false, is_vendored: false, is_generated: false, is_example: false, is_benchmark: false };
const facts = (name: string): NonNullable<FileEntry['facts']> => ({
  tree_hash: '0',
  declarations: [],
  imports: [],
  calls: { callee: [name], line: [1], within: [-1] },
  control: { kind: [], depth: [], line: [], within: [] },
});
const entry = (status: FileEntry['status'], its?: FileEntry['facts']): FileEntry => {
  return { kind: 'file', path: 'a.py', size: 1, language: 'python', status, ...roles, ...(its && { facts: its }) };
};

test('the facts of the last version without an error count while a file has errors', () => {
  const last = new LastGoodFacts();
  const good = entry('analyzed', facts('f'));
  const broken = last.of(good, entry('syntax-error'));
  expect(broken).toMatchObject({ status: 'syntax-error', facts: good.facts });
  expect(last.has('a.py')).toBe(true);
  expect(last.of(broken, entry('partial', facts('g')))?.facts).toBe(good.facts);
  const fixed = entry('analyzed', facts('h'));
  expect(last.of(broken, fixed)).toBe(fixed);
  expect(last.has('a.py')).toBe(false);
});

test('a file that always had errors counts as it is', () => {
  const last = new LastGoodFacts();
  const now = entry('partial', facts('g'));
  expect(last.of(entry('partial', facts('f')), now)).toBe(now);
  expect(last.of(undefined, now)).toBe(now);
});

test('a file that is removed has no facts', () => {
  const last = new LastGoodFacts();
  const broken = last.of(entry('analyzed', facts('f')), entry('syntax-error'));
  expect(last.of(broken, undefined)).toBeUndefined();
  expect(last.has('a.py')).toBe(false);
});
