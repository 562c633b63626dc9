import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Glob } from './glob.ts';
import { GlobSet } from './glob-set.ts';

function setOf(globs: string[]): GlobSet<number> {
  const set = new GlobSet<number>();
  globs.forEach((glob, i) => {
    set.add(new Glob(glob, 'test'), i);
  });
  return set;
}

test('the first matching glob in order counts, for every kind of lookup', () => {
  expect(setOf(['*.b', 'a.b', '?.b']).first('x/a.b', false)?.value).toBe(0);
  expect(setOf(['a.b', '*.b', '?.b']).first('x/a.b', false)?.value).toBe(0);
  expect(setOf(['?.b', 'a.b', '*.b']).first('x/a.b', false)?.glob.source).toBe('?.b');
  expect(setOf(['a.b/', 'a.b']).first('a.b', false)?.value).toBe(1);
  expect(setOf(['*.c', '*.b.c']).first('a.b.c', false)?.value).toBe(0);
  expect(setOf(['a', '*.b']).first('c', false)).toBeUndefined();
});

test('has the same result as trying each glob in order', () => {
  const part = fc.constantFrom('a', 'b', '*', '.c', '.d', '?', '[ab]', '{a,.c}');
  const glob = fc
    .tuple(
      fc.constantFrom('', '/', '**/', 'a/'),
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '/'),
    )
    .map(([start, parts, end]) => start + parts.join('') + end)
    .filter((text) => !text.includes('**') || text.startsWith('**/'))
    .filter((text) => !text.slice(3).includes('**'));
  const name = fc
    .array(fc.constantFrom('a', 'b', '.c', '.d'), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(''));
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(fc.array(glob, { maxLength: 8 }), path, fc.boolean(), (globs, text, isDirectory) => {
      const inTurn = globs.findIndex((source) => new Glob(source, 'test').matches(text, isDirectory));
      expect(setOf(globs).first(text, isDirectory)?.value ?? -1).toBe(inTurn);
    }),
  );
});
