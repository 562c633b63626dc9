/**
 * The order of strings in all outputs: by UTF-8 bytes.
 *
 * JavaScript's own `<` compares UTF-16 units, which puts U+10000 (units D800 DC00) before U+FFFD. Moving
 * surrogates above every other unit restores the order of code points, and that is the order of UTF-8 bytes.
 *
 * @returns negative, zero or positive, as for `Array.prototype.sort`
 */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
