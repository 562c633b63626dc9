import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from './fixture-folder.ts';
import { parseIgnoreFile, readIgnoreFile } from './ignore-file.ts';

function sources(text: string): string[] {
  return parseIgnoreFile(Buffer.from(text)).map(({ source }) => source);
}

test('one glob per line; surrounding blanks, empty lines and comments are ignored', () => {
  expect(sources('\ufeff# head\r\n*.gen.py\r\n\n  \t\n  build/ \n#x\n\t# y\na b\nx#y')).toEqual([
    '*.gen.py',
    'build/',
    'a b',
    'x#y',
  ]);
  expect(sources('')).toEqual([]);
});

test('reports file and line of an invalid glob', () => {
  expect(() => sources('a\n\n!b')).toThrow(".analyzerignore:3: the glob '!b' starts with !, but there is no negation");
  expect(() => sources('a**b')).toThrow(".analyzerignore:1: the glob 'a**b' has **");
  expect(() => parseIgnoreFile(Buffer.from([0xff]))).toThrow('.analyzerignore is not UTF-8');
});

test('is read from the root, and may be missing', () => {
  expect(readIgnoreFile(fixtureFolder({ '.analyzerignore': 'a\nb' })).map(({ source }) => source)).toEqual(['a', 'b']);
  expect(readIgnoreFile(fixtureFolder({ 'sub/.analyzerignore': '!' }))).toEqual([]);
});

test('must be a regular file of limited size', () => {
  const linked = fixtureFolder({ other: 'a' });
  symlinkSync('other', join(linked, '.analyzerignore'));
  expect(() => readIgnoreFile(linked)).toThrow('cannot read .analyzerignore: it is not a regular file');
  expect(() => readIgnoreFile(fixtureFolder({ '.analyzerignore/': '' }))).toThrow(
    'cannot read .analyzerignore: it is not a regular file',
  );
  expect(() => readIgnoreFile(fixtureFolder({ '.analyzerignore': '#'.repeat(1024 * 1024 + 1) }))).toThrow('1 MiB');
});
