import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

const joined = (value: object) => Buffer.concat(jsonPieces(value)).toString();

test('the pieces are the text of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
      expect(joined(value)).toBe(JSON.stringify(value));
    }),
    { seed: 1 },
  );
});

test('a long list is written in several pieces', () => {
  const value = {
    facts: { list: Array.from({ length: 20_000 }, (_, at) => ({ at, name: `é${at}` })), absent: undefined },
  };
  expect(jsonPieces(value).length).toBeGreaterThan(2);
  expect(joined(value)).toBe(JSON.stringify(value));
});
