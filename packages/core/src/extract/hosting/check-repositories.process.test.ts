import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { git } from '#tree/git/git-fixture.ts';
import { Extraction, planWith } from '../extraction-fixture.ts';
import { checkedRepositories } from './check-repositories.ts';

let extraction: Extraction;
let shop = '';
beforeEach(() => {
  extraction = new Extraction();
  shop = extraction.project('shop').checkout.root;
});
afterEach(() => extraction.remove());

interface Given {
  remote: string;
  origin?: string;
  configured?: string;
  host?: string;
}

/** Checks the project shop, which is the second of the configuration. */
function check({ remote, origin, configured, host }: Given): Promise<Map<string, string>> {
  if (origin !== undefined) {
    git(shop, 'init', '-q');
    git(shop, 'remote', 'add', 'origin', origin);
  }
  const { config } = planWith([]);
  const repositories = [
    { project: 'billing', remote: '' },
    { project: 'shop', remote },
  ];
  const sources = {
    checkouts: [{ project: 'shop', root: shop }],
    trackerRepository: async () => configured,
    host,
  };
  return checkedRepositories({ ...config, repositories }, sources, { path: 'plan.json', pointer: '/config' });
}

const POINTER = '/config/repositories/1/remote';
const host = 'github.com';
const origin = 'git@github.com:acme/shop.git';

test.each<[string, Given]>([
  ['the same as origin', { remote: 'acme/shop', origin, host }],
  ['the same in other words', { remote: 'https://github.com/Acme/Shop.git', origin, host, configured: 'acme/shop' }],
  ['without origin, if nothing is sent', { remote: 'acme/shop' }],
  ['empty, if nothing is sent', { remote: '', origin }],
  ['of another service, if nothing is sent', { remote: 'group/sub/shop', origin: 'https://gitlab.com/group/sub/shop' }],
])('a remote is accepted: %s', async (_, given) => {
  const expected = given.remote === '' ? [] : [['shop', expect.stringMatching(/^[^:]+\/shop$/i)]];
  expect([...(await check(given))]).toEqual(expected);
});

test.each<[string, Given, RegExp, RegExp]>([
  ['empty, where issues are sent', { remote: '', origin, host }, /remote of shop is empty/, /for example "acme\/shop"/],
  ['empty and without origin', { remote: '', host }, /remote of shop is empty/, /Write organization and repository/],
  ['no repository', { remote: 'shop' }, /shop is not organization\/repository/, /acme\/shop/],
  ['not origin', { remote: 'acme/other', origin }, /is not github\.com\/acme\/shop, the remote origin/, /Correct/],
  [
    'not that of the tracker',
    { remote: 'acme/shop', origin, configured: 'acme/other' },
    /is not acme\/other, the repository of the tracker/,
    /Correct/,
  ],
  ['without a git repository', { remote: 'acme/shop', host }, /in no git repository/, /remote add origin/],
  [
    'of another service than issues',
    { remote: 'acme/shop', origin: 'https://gitlab.com/acme/shop', host },
    /gitlab\.com\/acme\/shop, but issues and pull requests are sent to github\.com/,
    /set-url/,
  ],
  ['a folder as origin', { remote: 'acme/shop', origin: '/srv/git/shop.git', host }, /not an address/, /remote add/],
])('a remote is refused with its pointer and a remedy: %s', async (_, given, message, hint) => {
  await expect(check(given)).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringMatching(new RegExp(`^plan\\.json: ${POINTER}: .*${message.source}`)),
    hint: expect.stringMatching(hint),
    errors: [{ pointer: POINTER, code: 'not_allowed' }],
  });
});

test('a password in the address of origin is in no error', async () => {
  const given = { remote: 'acme/other', origin: 'https://user:s3cret-password@github.com/acme/shop.git', host };
  await expect(check(given)).rejects.toMatchObject({ message: expect.not.stringContaining('s3cret') });
  await expect(check({ remote: 'acme/other', host })).rejects.toMatchObject({
    hint: expect.not.stringContaining('s3cret'),
  });
});

test('settings of the user do not replace the address of origin', async () => {
  const before = process.env.GIT_CONFIG_COUNT;
  Object.assign(process.env, {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'url.https://github.com/acme/other.insteadOf',
    GIT_CONFIG_VALUE_0: origin,
  });
  try {
    await check({ remote: 'acme/shop', origin, host });
  } finally {
    for (const name of ['GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0']) Reflect.deleteProperty(process.env, name);
    if (before === undefined) Reflect.deleteProperty(process.env, 'GIT_CONFIG_COUNT');
  }
});

test('the origin of a project in a folder of a repository is that of the repository', async () => {
  git(extraction.folder, 'init', '-q');
  git(extraction.folder, 'remote', 'add', 'origin', origin);
  mkdirSync(join(shop, 'src'));
  expect([...(await check({ remote: 'acme/shop', host }))]).toEqual([['shop', 'acme/shop']]);
});
