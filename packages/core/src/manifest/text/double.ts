/**
 * What a reader that keeps numbers in doubles (IEEE 754 binary64) makes of one.
 *
 * @param literal decimal, with or without point and exponent
 * @returns undefined when it keeps the number; else what it takes it for
 */
export function changedByDouble(literal: string): string | undefined {
  const number = Number(literal);
  if (!Number.isFinite(number)) return 'infinity';
  // The shortest digits that give this double: what JSON writers write.
  const kept = String(number);
  return decimal(kept) === decimal(literal) ? undefined : kept;
}

/** One spelling for each decimal number: its digits without zeros at either end, and the place of the point. */
function decimal(literal: string): string {
  const [, digits = '', fraction = '', exponent = '0'] = /^[-+]?(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(literal) ?? [];
  const all = digits + fraction;
  const significant = all.replace(/^0+/, '');
  const kept = withoutTrailingZeros(significant);
  if (kept === '') return '0';
  return `${kept}e${Number(exponent) - fraction.length + significant.length - kept.length}`;
}

/** A pattern would try each run of zeros inside anew. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
