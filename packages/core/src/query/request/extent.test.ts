import { expect, test } from 'vitest';
import { checkExtent, MAX_VALUES } from './extent.ts';

const check = (text: string) => () => checkExtent(Buffer.from(text));

test('lists and objects are nested at most 100 levels deep', () => {
  expect(check('['.repeat(100) + ']'.repeat(100))).not.toThrow();
  expect(check('{"a":'.repeat(101))).toThrow('the request is nested more than 100 levels deep');
  expect(check('[{}],'.repeat(1000))).not.toThrow();
});

test('a text has at most 200,000 values', () => {
  expect(check(`[${'1,'.repeat(MAX_VALUES - 1)}1]`)).not.toThrow();
  for (const item of ['1', '[]', '{}', '""', '{"a":1}']) {
    expect(check(`[${`${item},`.repeat(MAX_VALUES)}1]`), item).toThrow('the request has more than 200,000 values');
  }
});

test('characters in strings are not values', () => {
  expect(check(`["${',['.repeat(MAX_VALUES)}", "\\"${'['.repeat(200)}", "\\\\"]`)).not.toThrow();
});
