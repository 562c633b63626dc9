import { expect, test } from 'vitest';
import { completeOptions, copyLimits } from './options.ts';

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

test('sizes of copies are absent with their defaults, and at least 12', () => {
  const sizes = { min_near_nodes: 40, min_block_nodes: 12, min_block_shape_nodes: 60 };
  expect(completeOptions(sizes)).toMatchObject(sizes);
  const defaults = completeOptions({ min_near_nodes: 30, min_block_nodes: 30, min_block_shape_nodes: 50 });
  expect(defaults).toEqual(completeOptions({}));
  expect(copyLimits(defaults)).toEqual({ nearNodes: 30, blockNodes: 30, shapeNodes: 50, grams: 24 });
  for (const name of ['min_near_nodes', 'min_block_nodes', 'min_block_shape_nodes']) {
    const error = { code: 'usage', hint: expect.stringContaining('24 different 5-grams') };
    expect(() => completeOptions({ [name]: 11 }), name).toThrow(expect.objectContaining(error));
  }
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
