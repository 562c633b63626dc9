import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_VALUES } from './extent.ts';
import { MAX_REQUEST_BYTES, parseRequest } from './read-request.ts';
import { requireUniqueKeys } from './unique-keys.ts';

const pointersOf = (text: string): unknown => {
  try {
    return parseRequest(Buffer.from(text));
  } catch (error) {
    return Reflect.get(Object(error), 'errors');
  }
};

test.each([
  ['{"params": {"limit": 1, "limit": 2}}', '/params/limit', 'limit'],
  ['{"a": 1, "\\u0061": 2}', '/a', 'a'],
  ['{"a": [{}, {"b": "}", "c": [1, {"x/y": 1, "x/y": 1}]}]}', '/a/1/c/1/x~1y', 'x/y'],
  ['{"": 1, "": 2}', '/', ''],
])('%s is refused with the pointer of the second key', (text, pointer, key) => {
  expect(pointersOf(text)).toEqual([{ pointer, code: 'not_allowed', message: `duplicate key "${key}"` }]);
});

test('a JSON text without duplicate keys is accepted, also with braces in strings', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const indent of [0, 1]) expect(() => requireUniqueKeys(JSON.stringify(value, null, indent))).not.toThrow();
    }),
    { numRuns: 300 },
  );
  expect(
    parseRequest(Buffer.from('{"a": "{\\"b\\":1,\\"b\\":1}", "b": {"a": 1}, "c": [{"a": 1}, {"a": 1}]}')),
  ).toMatchObject({ c: [{}, {}] });
});

test('the largest requests are checked within two seconds: many values, and long strings', () => {
  for (const text of [
    `[${'{"a":1,"b":["x\\"y"]},'.repeat(MAX_VALUES / 4)}{}]`,
    JSON.stringify('x'.repeat(MAX_REQUEST_BYTES)),
    JSON.stringify('\n'.repeat(MAX_REQUEST_BYTES / 2)),
  ]) {
    const start = performance.now();
    requireUniqueKeys(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  }
});
