/**
 * Compares two versions: their numbers, then a pre-release before the version without one. Build metadata after `+` has no
 * effect, as in Semantic Versioning.
 *
 * @returns negative, 0 or positive
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.rest === b.rest) return 0;
  if (a.rest === '' || b.rest === '') return a.rest === '' ? order(b.rest, 1) : order(a.rest, -1);
  return a.rest.localeCompare(b.rest, 'en', { numeric: true });
}

/** `post` of Python versions is after the version itself, everything else before. */
function order(rest: string, sign: 1 | -1): number {
  return /^post/i.test(rest) ? -sign : sign;
}

function partsOf(version: string): { numbers: number[]; rest: string } {
  const [, numbers = '', rest = ''] = /^v?([0-9]+(?:\.[0-9]+)*)?(.*)$/is.exec(version.replace(/\+.*$/s, '')) ?? [];
  return { numbers: numbers.split('.').map(Number), rest: rest.replace(/^[.\-_]/, '') };
}
