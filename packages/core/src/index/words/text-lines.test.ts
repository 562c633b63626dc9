import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextLines } from './text-lines.ts';

test('the lines of a text are those between its line ends', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '  é', '𝒳', '\n', '\n', '\r', '\r\n'), maxLength: 40 });
  fc.assert(
    fc.property(text, (given) => {
      const lines = TextLines.of(given);
      const found = Array.from({ length: lines.length }, (_, at) => lines.at(at));
      expect(found).toEqual(given.split(/\r\n|[\r\n]/));
      expect(lines.at(lines.length)).toBeUndefined();
    }),
  );
});
