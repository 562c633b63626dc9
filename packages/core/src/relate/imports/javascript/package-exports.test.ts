import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../../../tools/tests/searches.ts';
import { Subpaths } from './package-exports.ts';

/** PATTERN_KEY_COMPARE and PACKAGE_IMPORTS_EXPORTS_RESOLVE of Node.js: all keys are tried. */
function targetsByDefinition(keys: readonly string[], subpath: string): string[] {
  if (keys.includes(subpath) && !subpath.includes('*')) return [`${subpath}=`];
  const ordered = keys
    .filter((key) => key.split('*').length === 2)
    .sort((a, b) => b.indexOf('*') - a.indexOf('*') || b.length - a.length);
  for (const key of ordered) {
    const [before = '', after = ''] = key.split('*');
    if (!subpath.startsWith(before) || subpath === before) continue;
    if (!subpath.endsWith(after) || subpath.length < key.length) continue;
    return [`${key.replaceAll('*', '+')}=${subpath.slice(before.length, subpath.length - after.length)}`];
  }
  return [];
}

const fail = (problem: string): never => expect.fail(problem);

test('the key of a subpath is the one that Node.js chooses', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 5 }).map((it) => `./${it}`);
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 12 }), text, (keys, subpath) => {
      const exports = new Map(keys.map((key) => [key, `${key.replaceAll('*', '+')}=*`]));
      expect(new Subpaths(exports, fail).targets(subpath)).toEqual(targetsByDefinition(keys, subpath));
    }),
    { numRuns: searchRuns(2_000) },
  );
});

/** If each key is compared with each subpath, these are 10,000,000,000 comparisons. */
test('100,000 keys with * and as many subpaths take linear time', { timeout: 60_000 }, () => {
  const numbers = Array.from({ length: 100_000 }, (_, number) => number);
  const subpaths = new Subpaths(new Map(numbers.map((number) => [`./p${number}/*.js`, `./src/${number}/*.ts`])), fail);
  expect(numbers.filter((number) => subpaths.targets(`./p${number}/a.js`)[0] !== `./src/${number}/a.ts`)).toEqual([]);
  expect(numbers.filter((number) => subpaths.targets(`./p${number}/a`).length > 0)).toEqual([]);
});

test('more targets and more * than can be tried are reported', () => {
  const problems: string[] = [];
  const targets = Array.from({ length: 65 }, (_, number) => `./${number}.js`);
  const subpaths = new Subpaths(
    new Map<string, string | string[]>([
      ['./a', targets],
      ['./b/*', `./${'*/'.repeat(17)}`],
      ['./c/*', `./${'*/'.repeat(16)}`],
    ]),
    (problem) => problems.push(problem),
  );
  expect(problems).toEqual(['has a key with more than 64 targets', 'has a target with more than 16 "*"']);
  expect(subpaths.targets('./a')).toEqual(targets.slice(0, 64));
  expect(subpaths.targets('./b/x')).toEqual([]);
  expect(subpaths.targets('./c/x')).toEqual([`./${'x/'.repeat(16)}`]);
});
