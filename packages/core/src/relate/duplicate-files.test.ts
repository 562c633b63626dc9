import { expect, test } from 'vitest';
import { duplicateFiles } from './duplicate-files.ts';

const file = (path: string, sha256: string | undefined, size = 10) => {
  return { path, size, is_test: false, ...(sha256 === undefined ? {} : { sha256 }) };
};

test('files of any kind with the same bytes form one set; sets are ordered by their first path', () => {
  const files = [
    file('z/logo.png', 'aa'),
    file('b.py', 'ff'),
    file('c.py', 'cc'),
    file('a.txt', 'ff'),
    file('A/logo.png', 'aa'),
    file('a.py', 'ff'),
  ];
  expect(duplicateFiles(files)).toEqual([
    { sha256: 'aa', size: 10, paths: ['A/logo.png', 'z/logo.png'] },
    { sha256: 'ff', size: 10, paths: ['a.py', 'a.txt', 'b.py'] },
  ]);
});

test('empty and unreadable files are not duplicates', () => {
  const files = [file('a', 'e3', 0), file('b', 'e3', 0), file('c', undefined), file('d', undefined)];
  expect(duplicateFiles(files)).toEqual([]);
});
