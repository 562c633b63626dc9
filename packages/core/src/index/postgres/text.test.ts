import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withNul, withoutNul } from './text.ts';

test('a stored text has no NUL and is read as it was', () => {
  const part = fc.constantFrom('\0', '\u{10FFFF}', '0', '1', 'a', 'é');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      expect(withoutNul(text)).not.toContain('\0');
      expect(withNul(withoutNul(text))).toBe(text);
    }),
  );
});
