import { expect, test } from 'vitest';
import type { Json } from './json.ts';
import { foldersAroundPackages } from './python-folders.ts';

/** `tool.setuptools.package-dir` of a `pyproject.toml`. */
function withPackages(rows: [string, Json][]): Json {
  return new Map([['tool', new Map([['setuptools', new Map([['package-dir', new Map(rows)]])]])]]);
}

const aroundOf = (...rows: [string, string][]) => foldersAroundPackages(withPackages(rows), undefined);

test('the folders around a package are those of the outer packages that no setting names', () => {
  expect(aroundOf(['a.b.c', 'x/a/b/c'])).toEqual(['x/a', 'x/a/b']);
  expect(aroundOf(['a.b.c', 'x/a/b/c'], ['a.b', 'x/a/b'])).toEqual(['x/a', 'x/a']);
  expect(aroundOf(['a.b', 'x/a/b'], ['', 'x'])).toEqual([]);
  expect(aroundOf(['a.b', 'x/a/b'], ['a', 'y/a'])).toEqual(['x/a']);
  expect(aroundOf(['a', 'x/a'], ['a.b', 'elsewhere'], ['.b', 'x/b'])).toEqual([]);
});

test('many packages and a long name take linear time', () => {
  const started = performance.now();
  const rows = Array.from({ length: 50_000 }, (_, n): [string, string] => [`a${n}.b`, `x/a${n}/b`]);
  expect(aroundOf(...rows)).toHaveLength(50_000);
  const long = Array.from({ length: 200_000 }, () => 'a');
  expect(aroundOf([long.join('.'), `x/${long.join('/')}`])).toHaveLength(63);
  expect(performance.now() - started).toBeLessThan(5000);
});
