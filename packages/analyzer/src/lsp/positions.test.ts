import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteOffsets } from './byte-offsets.ts';
import { chosenEncoding, documentsIn, type PositionEncoding, positionFor, positionFrom } from './position-encoding.ts';

const ENCODINGS: PositionEncoding[] = ['utf-8', 'utf-16', 'utf-32'];
const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n', '𝒳'), maxLength: 40 });

/** What a client counts: the units of each character. */
function unitsOf(characters: readonly string[], encoding: PositionEncoding): number {
  if (encoding === 'utf-32') return characters.length;
  return (
    Buffer.byteLength(characters.join(''), encoding === 'utf-8' ? 'utf8' : 'utf16le') / (encoding === 'utf-8' ? 1 : 2)
  );
}

/** The position before a character, as a client counts it. */
function positionAt(characters: readonly string[], at: number, encoding: PositionEncoding) {
  const before = characters.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  const line = before.filter((it) => it === '\n').length;
  return { line, character: unitsOf(before.slice(start), encoding) };
}

test.each(ENCODINGS)('positions of a text and its changes are those of a client that counts in %s', (encoding) => {
  const edit = fc.record({ from: fc.nat(40), length: fc.nat(6), text });
  fc.assert(
    fc.property(text, fc.array(edit, { maxLength: 4 }), (first, edits) => {
      const documents = documentsIn(() => encoding);
      let characters = [...first];
      let document = documents.create('file:///a', 'typescript', 1, first);
      const changes = edits.map(({ from, length, text: inserted }) => {
        const [start, end] = [Math.min(from, characters.length), Math.min(from + length, characters.length)];
        const range = { start: positionAt(characters, start, encoding), end: positionAt(characters, end, encoding) };
        characters = [...characters.slice(0, start), ...inserted, ...characters.slice(end)];
        return { range, text: inserted };
      });
      document = documents.update(document, changes, 2);
      expect(document.getText()).toBe(characters.join(''));
      expect(document.version).toBe(2);
      for (let at = 0; at <= characters.length; at++) {
        const theirs = positionAt(characters, at, encoding);
        const ours = document.positionAt(characters.slice(0, at).join('').length);
        expect(positionFor(encoding, document, ours)).toEqual(theirs);
        expect(positionFrom(encoding, document, theirs)).toEqual(ours);
      }
    }),
  );
});

test('a position inside of a character is its start, and one after the line is its end', () => {
  const document = documentsIn(() => 'utf-8').create('file:///a', 'typescript', 1, 'a😀b\nc');
  expect(positionFrom('utf-8', document, { line: 0, character: 3 })).toEqual({ line: 0, character: 1 });
  expect(positionFrom('utf-8', document, { line: 0, character: 99 })).toEqual({ line: 0, character: 4 });
});

test('the first known encoding of a client is used', () => {
  expect(chosenEncoding(['utf-7', 'utf-32', 'utf-8'])).toBe('utf-32');
  expect(chosenEncoding([])).toBe('utf-16');
  expect(chosenEncoding('utf-8')).toBe('utf-16');
});

test('offsets in UTF-8 and UTF-16 are those of the encoded text', () => {
  const long = fc.string({
    unit: fc.constantFrom('a', 'é', '€', '😀', 'plain text '),
    minLength: 200,
    maxLength: 2000,
  });
  fc.assert(
    fc.property(long, fc.array(fc.nat(2000), { maxLength: 20 }), (whole, places) => {
      const offsets = new ByteOffsets(whole);
      const characters = [...whole];
      for (const place of places) {
        const before = characters.slice(0, place).join('');
        expect(offsets.byteOf(before.length)).toBe(Buffer.byteLength(before));
        expect(offsets.offsetOf(Buffer.byteLength(before))).toBe(before.length);
      }
    }),
    { numRuns: 30 },
  );
});
