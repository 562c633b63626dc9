import { readFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Glob } from './glob.ts';

interface Vectors {
  cases: { about: string; glob: string; yes: string[]; no: string[] }[];
  bad: { about: string; glob: string }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../../../../fixtures/vectors/globs.json', import.meta.url), 'utf8'),
);

function matches(glob: Glob, path: string): boolean {
  return glob.matches(path.replace(/\/$/, ''), path.endsWith('/'));
}

test.each(vectors.cases)('$glob: $about', ({ glob: source, yes, no }) => {
  const glob = new Glob(source, 'test');
  expect(yes.filter((path) => !matches(glob, path))).toEqual([]);
  expect(no.filter((path) => matches(glob, path))).toEqual([]);
});

test.each(vectors.bad)('refuses $glob: $about', ({ glob }) => {
  expect(() => new Glob(glob, '.analyzerignore:7')).toThrow(AnalyzerError);
  expect(() => new Glob(glob, '.analyzerignore:7')).toThrow(`.analyzerignore:7: the glob '${glob}' `);
});

test('a glob with exponential time in backtracking matchers takes time linear in the text', () => {
  const nested = new Glob(`${'{a,b,*}'.repeat(40)}c`, 'test');
  const stars = new Glob(`${'*a'.repeat(200)}*b`, 'test');
  const depths = new Glob(`${'**/a/'.repeat(100)}b`, 'test');
  const before = process.cpuUsage();
  expect(nested.matches('a'.repeat(2000), false)).toBe(false);
  expect(stars.matches('a'.repeat(2000), false)).toBe(false);
  expect(depths.matches('a/'.repeat(2000).slice(0, -1), false)).toBe(false);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
});

const name = fc
  .string({ unit: fc.constantFrom('a', 'b', '.', '𝄞'), minLength: 1, maxLength: 6 })
  .filter((text) => !/^\.+$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

test('a path matches as a glob itself, below any directory, and by its last name', () => {
  fc.assert(
    fc.property(path, fc.boolean(), (text, isDirectory) => {
      expect(new Glob(`/${text}`, 'test').matches(text, isDirectory)).toBe(true);
      expect(new Glob(`**/${text}`, 'test').matches(`x/y/${text}`, isDirectory)).toBe(true);
      expect(new Glob(text.slice(text.lastIndexOf('/') + 1), 'test').matches(text, isDirectory)).toBe(true);
      expect(new Glob(`/${text}/`, 'test').matches(text, isDirectory)).toBe(isDirectory);
    }),
  );
});

test('* and {,} are equivalent to their expansions', () => {
  fc.assert(
    fc.property(name, name, path, (left, right, text) => {
      const last = text.slice(text.lastIndexOf('/') + 1);
      const long = last.length >= left.length + right.length;
      expect(new Glob(`${left}*${right}`, 'test').matches(text, false)).toBe(
        long && last.startsWith(left) && last.endsWith(right),
      );
      expect(new Glob(`{${left},${right}}`, 'test').matches(text, false)).toBe(last === left || last === right);
    }),
  );
});
