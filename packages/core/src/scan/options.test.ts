import { expect, test } from 'vitest';
import { completeOptions } from './options.ts';

test('default options', () => {
  expect(completeOptions({})).toEqual({
    profile: 'logic',
    all: false,
    gitignore: true,
    exclude: [],
    source_roots: [],
    max_bytes: 2_097_152,
    min_nodes: 12,
    kinds: ['function-body', 'function-shape', 'near', 'block', 'block-shape'],
  });
});

test('kinds are in one order, each once', () => {
  expect(completeOptions({ kinds: ['near', 'function-body', 'near'] }).kinds).toEqual(['function-body', 'near']);
});

test('with all, only an explicitly chosen profile excludes files', () => {
  expect(completeOptions({ all: true }).profile).toBe('inventory');
  expect(completeOptions({ all: true, profile: 'logic' }).profile).toBe('logic');
});

test('rules of Git apply unless they or all exclusions are switched off', () => {
  expect(completeOptions({ gitignore: false }).gitignore).toBe(false);
  expect(completeOptions({ all: true }).gitignore).toBe(false);
  expect(completeOptions({ all: true, gitignore: true }).gitignore).toBe(false);
});

test('source roots must be below the root', () => {
  const roots = (written: string[]) => completeOptions({ source_roots: written }).source_roots;
  expect(roots(['src', './lib/', 'a//b', '.', './'])).toEqual(['src', 'lib', 'a/b', '.', '.']);
  for (const wrong of ['/abs', '..', 'a/../b', '']) {
    expect(() => roots([wrong])).toThrow(expect.objectContaining({ code: 'usage' }));
  }
});

test('numbers must be integers', () => {
  expect(completeOptions({ max_bytes: 0, min_nodes: 1 })).toMatchObject({ max_bytes: 0, min_nodes: 1 });
  for (const wrong of [{ max_bytes: -1 }, { max_bytes: 1.5 }, { max_bytes: Number.NaN }, { min_nodes: 0 }]) {
    expect(() => completeOptions(wrong)).toThrow(expect.objectContaining({ code: 'usage' }));
  }
});
