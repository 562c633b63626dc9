import { expect, test } from 'vitest';
import { differsText } from './differs-text.ts';

test('a function and one within it that have the same name are named once', () => {
  const only = { left: ['jwk', 'jwk'], right: ['jwt', 'verify', 'jwt', 'sign', 'read'] };
  expect(differsText(['jwk.ts', 'jwt.ts'], [], only, [])).toBe(
    'only in jwk.ts: jwk; only in jwt.ts: jwt, verify, sign and 1 more',
  );
});
