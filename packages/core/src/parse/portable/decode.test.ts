import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode } from './decode.ts';
import type { Decoded } from './decode-utf8.ts';

interface Vector {
  about: string;
  language: string;
  hex: string;
  expected: Decoded;
}

const vectors: { cases: Vector[] } = JSON.parse(
  readFileSync(new URL('../../../../../fixtures/vectors/encodings.json', import.meta.url), 'utf8'),
);

test.each(vectors.cases)('$language: $about', ({ language, hex, expected }) => {
  expect(decode(Buffer.from(hex, 'hex'), language)).toEqual(expected);
});

test('any text is decoded from UTF-8, in every language', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('bash', 'javascript', 'php'), (text, language) => {
      const decoded = decode(Buffer.from(`;${text}`), language);
      expect(decoded).toEqual({ text: `;${text}` });
    }),
  );
});

test('any bytes result in text or a reason', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('latin-1', 'gbk', 'cp1255', 'nope'),
      (bytes, name) => {
        const decoded = decode(Buffer.concat([Buffer.from(`# coding: ${name}\n`), bytes]), 'python');
        expect('text' in decoded || decoded.reason.length > 0).toBe(true);
      },
    ),
  );
});
