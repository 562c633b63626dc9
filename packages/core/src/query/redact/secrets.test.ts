import { expect, test } from 'vitest';
import { redacted } from './secrets.ts';

/** Built at run time, so that no scanner of secrets takes this file for one. */
const random = (length: number): string =>
  Array.from({ length }, (_, index) => 'aB3xK9mQ7zL5pT1wR8vN2cY6hJ4sF0gD'[(index * 7 + (index >> 5)) % 32]).join('');
const SECRETS: [reason: string, text: string, secret: string][] = [
  ['aws-access-key', 'key = "KEY"', `AKIA${'ABCD1234'.repeat(2)}`],
  ['github-token', "auth('KEY')", `ghp_${random(36)}`],
  ['github-token', "auth('KEY')", `github_pat_${random(60)}`],
  ['gitlab-token', 'KEY', `glpat-${random(20)}`],
  ['slack-token', '"KEY"', `xoxb-${random(24)}`],
  ['google-api-key', 'x = KEY', `AIza${random(35)}`],
  ['stripe-key', '"KEY"', `sk_live_${random(24)}`],
  ['api-key', '"KEY"', `sk-proj-${random(40)}`],
  ['npm-token', '//registry/:_authToken=KEY', `npm_${random(36)}`],
  ['pypi-token', 'KEY', `pypi-${random(60)}`],
  ['jwt', 'Cookie: KEY', `eyJ${random(20)}.eyJ${random(30)}.${random(20)}`],
  ['url-password', 'postgres://admin:KEY@db.example.com/x', 'hunter2'],
  ['authorization', "headers: 'Bearer KEY'", random(24)],
  ['assigned-secret', 'password = "KEY"', 'hunter2hunter'],
  ['assigned-secret', "'api_key' => 'KEY'", 'abcdefghijklmnop'],
  ['assigned-secret', 'export DB_PASSWORD="KEY"', 'correct-horse-9'],
  ['high-entropy', 'const blob = "KEY"', random(64)],
  ['high-entropy', 'salt: KEY', '0123456789abcdef'.repeat(4)],
  ['private-key', 'k = """KEY"""', `-----BEGIN RSA PRIVATE KEY-----\n${random(64)}\n-----END RSA PRIVATE KEY-----`],
];

test.each(SECRETS)('a secret of the kind %s in %s is replaced', (reason, text, secret) => {
  expect(redacted(text.replace('KEY', () => secret))).toBe(text.replace('KEY', `[redacted: ${reason}]`));
});

test('a secret that occurs before its own value too is replaced', () => {
  expect(redacted('postgres://postgres:postgres@db')).toBe('postgres://postgres:[redacted: url-password]@db');
  expect(redacted('passwordA1 = "passwordA1"')).toBe('passwordA1 = "[redacted: assigned-secret]"');
});

test.each([
  'return formatThousandsSeparatedNumberWithCurrencySymbol(value)',
  'import { x } from "../../packages/core/src/query/evidence/differences";',
  "token: 'string'",
  'password = getPassword("name")',
  'https://example.com:8080/a@b',
  'const passwordField = "#password"',
  'AKIA is a prefix',
  '0000000000000000000000000000000000000000',
  'an ordinary sentence, with sk-learn and xoxo',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
])('%s has no secret', (text) => {
  expect(redacted(text)).toBe(text);
});

test('long texts take linear time', () => {
  const before = process.cpuUsage();
  for (const part of [
    '-----BEGIN PRIVATE KEY-----',
    'eyJaaaaaaaaaaaa.',
    '://a:',
    'password',
    'a1B',
    'sk-',
    'token = "',
  ]) {
    redacted(part.repeat(2 ** 17 / part.length));
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
});
