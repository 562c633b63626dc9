import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { keepOption } from './db.ts';

const parsed = (text: string): unknown => keepOption().parseArg?.(text, undefined);

test.each([
  ['1', { newest: 1, days: 0 }],
  ['1000', { newest: 1000, days: 0 }],
  ['7d', { newest: 1, days: 7 }],
])('--keep %s is a number of generations or of days', (text, expected) => {
  expect(parsed(text)).toEqual(expected);
});

test.each(['0', '0d', '1001', '7w', 'd', '', '-1', '1.5d'])('--keep %j is refused', (text) => {
  expect(() => parsed(text)).toThrow(InvalidArgumentError);
});
