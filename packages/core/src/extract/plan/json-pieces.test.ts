import { expect, test } from 'vitest';
import { digestOf, documentDigest } from './digest.ts';
import { jsonPieces } from './json-pieces.ts';

test.each([
  [{}],
  [{ b: [], a: {}, c: null }],
  [{ z: [{ y: 1, x: ['ö', '\ud83d\ude00'] }, [2, { b: 1, a: 2 }]], a: 'text', missing: undefined, n: 0.5 }],
])('the pieces of %j are its JSON, and the digest is that of its canonical JSON', (value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
  expect(documentDigest(value)).toBe(digestOf(value));
});
