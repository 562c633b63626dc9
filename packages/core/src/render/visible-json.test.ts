import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleJson } from './visible-json.ts';

const HOSTILE = 'a\u007f\u009b31m\u0085\u061c\u200e\u202e\u2066é–😀中';
const SHOWN = 'a\\u007f\\u009b31m\\u0085\\u061c\\u200e\\u202e\\u2066é–😀中';

function textOf(chunks: Iterable<string | Uint8Array>): string {
  return Buffer.concat([...visibleJson(chunks)].map((chunk) => Buffer.from(chunk))).toString();
}

test('C1 and bidirectional control characters are escaped in strings and bytes', () => {
  expect(textOf([`"${HOSTILE}"`])).toBe(`"${SHOWN}"`);
  expect(textOf([Buffer.from(`"${HOSTILE}"`)])).toBe(`"${SHOWN}"`);
  expect(JSON.parse(textOf([`"${HOSTILE}"`]))).toBe(HOSTILE);
});

test('a character that is split between chunks of bytes is read as one', () => {
  const bytes = Buffer.from(`"${HOSTILE}"`);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 5 }), (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
      const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
      expect(textOf(chunks)).toBe(`"${SHOWN}"`);
    }),
  );
});
