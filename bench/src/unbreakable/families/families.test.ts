import { NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { NATIVE } from '../../folders.ts';
import { FAMILIES } from './families.ts';
import { entryPrograms, programs } from './programs.ts';
import { ONE_LINE, problemsOf, step } from './steps.ts';

/** Each broke a limit once. `bench unbreakable families` runs all, with larger sizes. */
const GUARDED = [
  'functions that are windows of one sequence',
  'nested folders with 100 ignore rules each',
  'users of one folder of re-exports',
];
const SIZES = [0.1, 0.2, 0.4];

const entries = entryPrograms(NATIVE).filter(({ name }) => ['analyzer-rs-scan', 'index'].includes(name));

describe.skipIf(NATIVE_MISSING !== undefined).each(entries)('$name', { timeout: 300_000 }, (entry) => {
  test.each(FAMILIES.filter(({ name }) => GUARDED.includes(name)))('$name', async (family) => {
    const floor = await step(ONE_LINE, 1, entry);
    const steps = [];
    for (const size of SIZES) steps.push(await step(family, Math.round(family.from * size), entry));
    expect(problemsOf(steps, floor)).toEqual([]);
  });
});

test('families and programs have names of their own', () => {
  const names = programs(NATIVE).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(FAMILIES.map(({ name }) => name)).size).toBe(FAMILIES.length);
  expect(FAMILIES.filter(({ name }) => GUARDED.includes(name))).toHaveLength(GUARDED.length);
});
