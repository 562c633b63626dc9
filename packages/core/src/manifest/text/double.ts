/**
 * The value of a number in a parser that stores numbers as doubles (IEEE 754 binary64).
 *
 * @param literal decimal, with or without point and exponent
 * @returns undefined when the double has the same value
 */
export function changedByDouble(literal: string): string | undefined {
  const number = Number(literal);
  if (!Number.isFinite(number)) return 'infinity';
  // The shortest digits that give this double: what JSON writers write.
  const shortest = String(number);
  return decimal(shortest) === decimal(literal) ? undefined : shortest;
}

/** A canonical form of a decimal number: its digits without leading and trailing zeros, and an exponent. */
function decimal(literal: string): string {
  const [, digits = '', fraction = '', exponent = '0'] = /^[-+]?(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(literal) ?? [];
  const all = digits + fraction;
  const significant = all.replace(/^0+/, '');
  const trimmed = withoutTrailingZeros(significant);
  if (trimmed === '') return '0';
  return `${trimmed}e${Number(exponent) - fraction.length + significant.length - trimmed.length}`;
}

/** A loop, because a regular expression takes quadratic time on inner runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
