import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';

test('a test file starts with an empty temporary folder and an empty home of its own', () => {
  expect([readdirSync(tmpdir()), readdirSync(homedir())]).toEqual([[], []]);
  expect(dirname(dirname(tmpdir()))).toBe(inject('temporaryFolder'));
  expect(dirname(homedir())).toBe(dirname(tmpdir()));
});

test('the parent of a folder of a test belongs to the same test file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'a-'));
  expect(join(folder, '..')).toBe(tmpdir());
});

test.skipIf(process.platform !== 'linux')('only a worker allocates huge pages, no program that it starts', () => {
  expect(readFileSync('/proc/self/environ', 'utf8').split('\0')).toContain('GLIBC_TUNABLES=glibc.malloc.hugetlb=1');
  expect(process.env).not.toHaveProperty('GLIBC_TUNABLES');
});
