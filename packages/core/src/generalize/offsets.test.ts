import { expect, test } from 'vitest';
import { Offsets } from './offsets.ts';

test('an offset in bytes has its offset in units, and each offset has its line', () => {
  const source = `é\r\n𝒳 = "€"\n${'ü'.repeat(3000)}\nend`;
  const offsets = new Offsets(source);
  for (let unit = 0; unit <= source.length; unit++) {
    if (/[\ud800-\udbff]/.test(source.charAt(unit - 1))) continue;
    const before = source.slice(0, unit);
    expect(offsets.units(Buffer.byteLength(before))).toBe(unit);
    expect(offsets.line(unit)).toBe(before.split('\n').length);
  }
});
