import { expect, test } from 'vitest';
import { type BlockCopy, compareBlocks } from './compare-blocks.ts';
import type { Side } from './rows.ts';

const left: BlockCopy = {
  firstLine: 10,
  text: 'def a():\n    before()\n    if x:\n        total += price\n        log(1)\n    after()',
  startLine: 13,
  endLine: 14,
};
const right: BlockCopy = {
  firstLine: 40,
  text: '        head()\n        total += price\n        log(2)',
  startLine: 41,
  endLine: 42,
};

function written(side: Side | undefined): string {
  if (side === undefined) return '';
  return `${side.line} ${side.pieces.map(({ text, mark }) => (mark === undefined ? text : `[${text}]`)).join('')}`;
}

test('a block is compared inside the lines around it, which are not compared', () => {
  const { rows, lines, layoutOnly } = compareBlocks(left, right);
  expect(rows.map((row) => [row.around === true, written(row.left), written(row.right)])).toEqual([
    [true, '10 def a():', ''],
    [true, '11     before()', ''],
    [true, '12     if x:', '40 head()'],
    [false, '13         total += price', '41 total += price'],
    [false, '14         log([1])', '42 log([2])'],
    [true, '15     after()', ''],
  ]);
  expect(lines).toEqual({ changed: 1, onlyLeft: 0, onlyRight: 0 });
  expect(layoutOnly).toBe(0);
  expect(rows.filter(({ same }) => same)).toHaveLength(1);
});

test('a block without lines around it is compared alone', () => {
  const alone: BlockCopy = { firstLine: 7, text: 'x = 1', startLine: 7, endLine: 7 };
  const { rows } = compareBlocks(alone, alone);
  expect(rows).toEqual([expect.objectContaining({ same: true })]);
  expect(rows[0]?.around).toBeUndefined();
});
