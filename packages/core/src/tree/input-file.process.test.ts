import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from './fixture-folder.ts';
import { readInputFile } from './input-file.ts';

const named = { limit: 100, follow: true };
const found = { limit: 100, follow: false };

test('a regular file is read up to the limit, and a missing one is undefined', () => {
  const folder = fixtureFolder({ a: 'abc' });
  expect(readInputFile(join(folder, 'a'), named)?.toString()).toBe('abc');
  expect(readInputFile(join(folder, 'a'), { ...named, limit: 2 })?.toString()).toBe('ab');
  expect(readInputFile(join(folder, 'b'), named)).toBeUndefined();
});

test('a FIFO, a device and a folder are refused at once', { timeout: 2000 }, () => {
  const folder = fixtureFolder({});
  execFileSync('mkfifo', [join(folder, 'fifo')]);
  expect(() => readInputFile(join(folder, 'fifo'), named)).toThrow(`cannot read ${folder}/fifo: it is a FIFO`);
  expect(() => readInputFile('/dev/zero', named)).toThrow('cannot read /dev/zero: it is a device');
  expect(() => readInputFile(folder, named)).toThrow(`cannot read ${folder}: it is a folder`);
});

test('a link is followed only if the user named it', () => {
  const folder = fixtureFolder({ a: 'abc' });
  symlinkSync('a', join(folder, 'link'));
  expect(readInputFile(join(folder, 'link'), named)?.toString()).toBe('abc');
  expect(() => readInputFile(join(folder, 'link'), found)).toThrow(`cannot read ${folder}/link: it is a symbolic link`);
});

test('a file larger than the limit is read up to the limit', () => {
  const folder = fixtureFolder({});
  writeFileSync(join(folder, 'large'), Buffer.alloc(1000));
  expect(readInputFile(join(folder, 'large'), named)).toHaveLength(100);
});
