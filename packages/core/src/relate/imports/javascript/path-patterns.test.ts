import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../../../tools/tests/searches.ts';
import { PathPatterns } from './path-patterns.ts';

/** By the definition: all patterns are tried. */
function bestOf(patterns: readonly string[], specifier: string): { targets: string[]; star: string } | undefined {
  if (patterns.includes(specifier)) return { targets: [specifier], star: '' };
  const matching = patterns.flatMap((pattern) => {
    const [before = '', ...rest] = pattern.split('*');
    const after = rest.join('*');
    const fits = rest.length > 0 && specifier.length >= before.length + after.length;
    if (!fits || !specifier.startsWith(before) || !specifier.endsWith(after)) return [];
    return [{ before, targets: [pattern], star: specifier.slice(before.length, specifier.length - after.length) }];
  });
  const longest = Math.max(...matching.map(({ before }) => before.length));
  const found = matching.find(({ before }) => before.length === longest);
  return found && { targets: found.targets, star: found.star };
}

test('the best pattern is the equal one, else the first one with the longest text before its *', () => {
  const text = (units: string) => fc.string({ unit: fc.constantFrom(...units), maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(text('ab*'), { maxLength: 12 }), text('ab*'), (patterns, specifier) => {
      const index = new PathPatterns(patterns.map((pattern) => [pattern, [pattern]]));
      expect(index.best(specifier)).toEqual(bestOf(patterns, specifier));
    }),
    { numRuns: searchRuns(2_000) },
  );
});

/** If each pattern is compared with each specifier, these are 10,000,000,000 comparisons. */
test('100,000 patterns and as many specifiers take linear time', { timeout: 60_000 }, () => {
  const numbers = Array.from({ length: 100_000 }, (_, number) => number);
  const patterns = new PathPatterns(numbers.map((number) => [`@p${number}/*`, [`src/${number}/*`]]));
  const found = numbers.filter((number) => patterns.best(`@p${number}/a`)?.targets[0] === `src/${number}/*`);
  expect(found.length).toBe(numbers.length);
  expect(numbers.filter((number) => patterns.best(`@q${number}/a`) !== undefined)).toEqual([]);
});

test('all patterns with the same text before their * have an effect', () => {
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  const patterns = new PathPatterns(numbers.map((number) => [`@/*.${number}`, [`${number}`]]));
  expect(numbers.map((number) => patterns.best(`@/a.${number}`)?.targets)).toEqual(numbers.map((it) => [`${it}`]));
});
