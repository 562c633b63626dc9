/**
 * A regular expression of the decimal numbers from `first` to `last` without leading zeros, not anchored. For ids with
 * consecutive numbers: `^E${digitRange(1, 250)}$`.
 */
export function digitRange(first: number, last: number): string {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 0 || last < first) {
    throw new RangeError(`no range of natural numbers: ${first} to ${last}`);
  }
  const options: string[] = [];
  for (let from = first; from <= last; ) {
    const digits = String(from).length;
    const to = Math.min(last, 10 ** digits - 1);
    options.push(...sameLength(String(from), String(to)));
    from = to + 1;
  }
  return options.length === 1 ? (options[0] ?? '') : `(?:${options.join('|')})`;
}

/** Numbers with the same number of digits. */
function sameLength(first: string, last: string): string[] {
  if (first === '') return [''];
  if (isRange(first, last)) return [digit(first[0], last[0]) + anyDigits(first.length - 1)];
  const [low = '', high = ''] = [first[0], last[0]];
  const [lows, highs] = [first.slice(1), last.slice(1)];
  if (low === high) return sameLength(lows, highs).map((rest) => low + rest);
  const [nines, zeros] = ['9'.repeat(lows.length), '0'.repeat(lows.length)];
  // The first digits whose remaining digits are arbitrary.
  const from = lows === zeros ? Number(low) : Number(low) + 1;
  const to = highs === nines ? Number(high) : Number(high) - 1;
  return [
    ...(lows === zeros ? [] : sameLength(lows, nines).map((rest) => low + rest)),
    ...(from <= to ? [digit(String(from), String(to)) + anyDigits(lows.length)] : []),
    ...(highs === nines ? [] : sameLength(zeros, highs).map((rest) => high + rest)),
  ];
}

/** Only the first digit is restricted. */
function isRange(first: string, last: string): boolean {
  return /^.0*$/.test(first) && /^.9*$/.test(last);
}

function digit(first = '', last = ''): string {
  return first === last ? first : `[${first}-${last}]`;
}

function anyDigits(count: number): string {
  return count === 0 ? '' : count === 1 ? '[0-9]' : `[0-9]{${count}}`;
}
