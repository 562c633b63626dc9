import { expect, it } from 'vitest';
import { compareLines } from './compare-lines.ts';
import type { Copy, Side } from './rows.ts';

const copy = (text: string): Copy => ({ name: 'f', text, firstLine: 1, tokens: null });

const spelled = (side: Side | undefined): string =>
  side?.pieces
    .map(({ text, mark }) => (mark === undefined ? text : mark === 'only' ? `+${text}` : `[${text}]`))
    .join('') ?? '-';

const rows = (left: string, right: string) =>
  compareLines(copy(left), copy(right)).rows.map((row) => [spelled(row.left), spelled(row.right)]);

it('aligns changed lines, marks their differing words, and lets inserted and deleted lines stand alone', () => {
  const left = 'def f(a):\n    start(a)\n    total = a.size * 2\n    log(total)\n    return total';
  const right = 'def f(a):\n    total = a.weight * 2\n    check(total, a)\n    log(total)\n    return total';
  expect(rows(left, right)).toEqual([
    ['def f(a):', 'def f(a):'],
    ['+    start(a)', '-'],
    ['    total = a.[size] * 2', '    total = a.[weight] * 2'],
    ['-', '+    check(total, a)'],
    ['    log(total)', '    log(total)'],
    ['    return total', '    return total'],
  ]);
});

it('counts changed, inserted and deleted lines, and other layout apart', () => {
  const { lines, layoutOnly, differing } = compareLines(copy('a(1)\nb(2)\nc(3)'), copy('a(1)\nb( 2 )\nc(4)\n\nd()'));
  expect({ lines, layoutOnly, differing }).toEqual({
    lines: { changed: 1, onlyLeft: 0, onlyRight: 1 },
    layoutOnly: 1,
    differing: 2,
  });
});

it('aligns the most similar lines in order', () => {
  expect(rows('x.add(one, 1)\nx.add(two, 2)', 'x.add(zero, 0)\nx.add(one, 11)\nx.add(two, 2)')).toEqual([
    ['-', '+x.add(zero, 0)'],
    ['x.add(one, [1])', 'x.add(one, [11])'],
    ['x.add(two, 2)', 'x.add(two, 2)'],
  ]);
});
