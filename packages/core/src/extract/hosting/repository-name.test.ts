import { expect, test } from 'vitest';
import { isSameRepository, repositoryName } from './repository-name.ts';

test.each([
  ['acme/shop', undefined, 'acme/shop'],
  ['https://github.com/acme/shop.git', 'github.com', 'acme/shop'],
  ['https://user:secret@GitHub.com/acme/shop/', 'github.com', 'acme/shop'],
  ['ssh://git@ssh.github.com:443/acme/shop.git', 'github.com', 'acme/shop'],
  ['git@github.com:acme/shop.git', 'github.com', 'acme/shop'],
  ['work:acme/shop', 'work', 'acme/shop'],
  ['https://gitlab.example/group/sub/shop', 'gitlab.example', 'group/sub/shop'],
])('%s is a repository', (text, host, path) => {
  expect(repositoryName(text)).toEqual({ host, path });
});

test.each([
  '',
  'shop',
  '/srv/git/shop.git',
  '../shop',
  './a/b',
  'file:///srv/git/shop.git',
  'https://',
  'acme/../shop',
  'acme/shop --direction from',
  '-o/shop x',
  'C:\\git\\shop',
])('%j is not a repository', (text) => {
  expect(repositoryName(text)).toBeUndefined();
});

test('hosts are compared where both are known, and case is ignored', () => {
  const name = (text: string) => repositoryName(text) ?? { host: '', path: '' };
  expect(isSameRepository(name('Acme/Shop'), name('git@github.com:acme/shop.git'))).toBe(true);
  expect(isSameRepository(name('https://gitlab.com/acme/shop'), name('git@github.com:acme/shop'))).toBe(false);
  expect(isSameRepository(name('acme/shop'), name('acme/shop-api'))).toBe(false);
});
