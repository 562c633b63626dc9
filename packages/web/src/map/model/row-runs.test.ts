import { expect, test } from 'vitest';
import { rowRuns } from './row-runs.ts';
import type { Row } from './rows.ts';

const same = (line: number): Row => ({
  left: { line, pieces: [{ text: 'x' }] },
  right: { line, pieces: [{ text: 'x' }] },
  same: true,
});
const other = (line: number): Row => ({ left: { line, pieces: [{ text: 'y', mark: 'only' }] }, same: false });
const rows = (text: string): Row[] => [...text].map((it, line) => (it === '=' ? same(line) : other(line)));
const words = (text: string, most: number, opened: number[] = []) =>
  rowRuns(rows(text), most, new Set(opened)).map(
    (run) => `${run.isFolded ? 'folded' : 'shown'} ${run.start}+${run.rows.length}`,
  );

test('a short comparison is one run', () => {
  expect(words('==x==', 10)).toEqual(['shown 0+5']);
});

test('equal rows between two differences are folded, except those next to them', () => {
  expect(words(`x${'='.repeat(40)}x`, 20)).toEqual([
    'shown 0+1',
    'shown 1+4',
    'folded 5+32',
    'shown 37+4',
    'shown 41+1',
  ]);
});

test('equal rows before the first difference and after the last one are folded up to the ends', () => {
  expect(words(`${'='.repeat(30)}x${'='.repeat(30)}`, 20)).toEqual([
    'folded 0+26',
    'shown 26+4',
    'shown 30+1',
    'shown 31+4',
    'folded 35+26',
  ]);
});

test('an opened run is shown up to the limit of rows', () => {
  expect(words(`x${'='.repeat(40)}x`, 20, [5])).toEqual(['shown 0+1', 'shown 1+4', 'shown 5+15']);
});

test('few equal rows are not folded, and rows above the limit are in no run', () => {
  expect(words(`${'x==='.repeat(10)}`, 8).join()).toBe('shown 0+1,shown 1+3,shown 4+1,shown 5+3');
});
