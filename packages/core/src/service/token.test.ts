import { describe, expect, test } from 'vitest';
import { TOKEN_VARIABLE, Token, tokenOf } from './token.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';

describe('the token of the environment', () => {
  test('is optional', () => {
    expect(tokenOf({})).toBeUndefined();
  });

  test('has at least 32 characters', () => {
    expect(tokenOf({ [TOKEN_VARIABLE]: TOKEN })?.allows(`Bearer ${TOKEN}`)).toBe(true);
    for (const token of ['', TOKEN.slice(1), `${TOKEN} `, `${TOKEN}\n`, 'é'.repeat(40)]) {
      expect(() => tokenOf({ [TOKEN_VARIABLE]: token }), token).toThrow(/must have at least 32 characters/);
    }
  });

  test('is not in the error of a wrong one', () => {
    const secret = 'short-secret';
    expect(() => tokenOf({ [TOKEN_VARIABLE]: secret })).toThrow(expect.not.stringContaining(secret));
  });
});

test('a token is compared as a digest of any length, and is not in memory', () => {
  const token = new Token(TOKEN);
  expect(token.allows(`bearer ${TOKEN}`)).toBe(true);
  for (const header of [undefined, '', 'Bearer', `Bearer ${TOKEN.slice(1)}`, `Bearer ${'x'.repeat(10_000)}`, TOKEN]) {
    expect(token.allows(header)).toBe(false);
  }
  expect(JSON.stringify(token)).not.toContain(TOKEN);
});
