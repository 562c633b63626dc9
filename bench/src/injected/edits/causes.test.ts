import { expect, test } from 'vitest';
import { causeOf, type Missed, NOT_ATTRIBUTED } from './causes.ts';
import type { Fragment } from './detectors.ts';
import { type Code, position } from './leaves/leaves.ts';
import { Links } from './linked.ts';

const TOKENS_OF_A_LINE = 10;

/** Statements of some lines each, with ten tokens in each line. */
function codeOf(...lines: number[]): Code {
  const total = lines.reduce((sum, count) => sum + count, 0);
  const leaves = Array.from({ length: total * TOKENS_OF_A_LINE }, (_, at) =>
    position(Math.floor(at / TOKENS_OF_A_LINE) + 1, at % TOKENS_OF_A_LINE),
  );
  let from = 1;
  const list = lines.map((count) => {
    const span = { from: position(from, 0), to: position(from + count - 1, TOKENS_OF_A_LINE) };
    from += count;
    return span;
  });
  return { leaves, lists: [list] };
}

const range = (path: string, from: number, to: number): Fragment => ({ path, from, to });
const reported = (from: number, to: number) =>
  new Links([{ kind: 'block', fragments: [range('a', from, to), range('b', from, to)] }]);
const NOTHING = new Links([]);

function cause(lines: number[], to: number, more: Partial<Missed> = {}): string {
  const code = codeOf(...lines);
  const sides = [range('a', 1, to), range('b', 1, to)] as const;
  const statuses = ['analyzed', 'analyzed'];
  return causeOf({ sides, codes: [code, code], run: 40, links: NOTHING, smallest: () => NOTHING, statuses, ...more });
}

test('a pair in a file that was not analyzed has the status as its cause', () => {
  expect(cause([4], 4, { statuses: ['analyzed', 'too-large'] })).toBe('file is too-large');
});

test('a pair with less than 30 tokens in complete statements is parts of statements', () => {
  expect(cause([2, 8], 6)).toBe('parts of statements');
});

test('a pair of which all complete statements are covered is parts of statements', () => {
  expect(cause([4, 8], 9, { links: reported(1, 4) })).toBe('parts of statements');
  expect(cause([4, 5], 9, { links: reported(1, 4) })).toBe(NOT_ATTRIBUTED);
});

test('statements of less than 30 tokens, or covered with the smallest sizes, are below the sizes', () => {
  expect(cause([4, 5], 9, { run: 29 })).toBe('below the sizes');
  expect(cause([4, 5], 9, { smallest: () => reported(1, 9) })).toBe('below the sizes');
  expect(cause([4, 5], 9)).toBe(NOT_ATTRIBUTED);
});
