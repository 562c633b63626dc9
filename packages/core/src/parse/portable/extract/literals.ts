/**
 * Normal forms of literals whose spelling a formatter may change. Every rule preserves the value: literals of different
 * values never become equal.
 */
export type LiteralRule = 'number' | 'string-prefix' | 'string-end' | 'lower-case';

export function normalLiteral(rule: LiteralRule, text: string): string {
  if (rule === 'number') return normalNumber(text);
  if (rule === 'string-prefix') return normalStringPrefix(text);
  if (rule === 'string-end') return ESCAPED.exec(text)?.[0] ?? '';
  return text.toLowerCase();
}

/** The content of a raw string's last leaf before its quotes: the scanner includes a trailing escaped quote in it. */
const ESCAPED = /^(?:\\[\s\S])*/;
const RADIX = /^0([xob])([0-9a-f]+)(l?)$/;
/** Number of digits with at most 120 bits: the limit bounds the cost of hostile literals and fits 128-bit integers. */
const MAX_DIGITS: Record<string, number> = { x: 30, o: 40, b: 120 };
const FLOAT = /^([0-9]*)\.([0-9]*)(?:e([+-]?)([0-9]+))?(j?)$/;
const EXPONENT = /^([0-9]+)e([+-]?)([0-9]+)(j?)$/;

/**
 * Python and PHP: lower case, no `_`, radix integers in decimal, floats with digits on both sides of the point and
 * without trailing zeros, exponents without `+` and leading zeros. An integer never equals a float. Other numbers (an
 * old octal with a leading 0, a too long radix integer) retain their digits.
 */
function normalNumber(text: string): string {
  const plain = text.toLowerCase().replaceAll('_', '');
  const radix = RADIX.exec(plain);
  if (radix) {
    const [, base = '', digits = '', suffix = ''] = radix;
    const significant = digits.replace(/^0+(?=.)/, '');
    if (significant.length > (MAX_DIGITS[base] ?? 0)) return plain;
    return BigInt(`0${base}${significant}`).toString() + suffix;
  }
  const float = FLOAT.exec(plain);
  if (float) {
    const [, whole = '', fraction = '', sign = '', exponent, imaginary = ''] = float;
    const digits = fraction.replace(/0+$/, '');
    return `${whole === '' ? '0' : whole}.${digits === '' ? '0' : digits}${normalExponent(sign, exponent)}${imaginary}`;
  }
  const power = EXPONENT.exec(plain);
  if (power) {
    const [, whole = '', sign = '', exponent = '', imaginary = ''] = power;
    return `${whole}.0${normalExponent(sign, exponent)}${imaginary}`;
  }
  return plain;
}

function normalExponent(sign: string, digits: string | undefined): string {
  if (digits === undefined) return '';
  return `e${sign === '-' ? '-' : ''}${digits.replace(/^0+(?=.)/, '')}`;
}

/** The letters before a Python string's quotes: lower case, sorted, without the meaningless `u`. */
function normalStringPrefix(text: string): string {
  const letters = text.toLowerCase().replace(/["'u]/g, '');
  return [...letters].sort().join('');
}

/** CRLF and CR as LF. */
export function normalNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
