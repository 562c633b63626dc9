import { expect, test } from 'vitest';
import { refusedLicences } from './licences.mjs';

const of = (license: string | null) => refusedLicences([{ name: 'a', version: '1.0.0', license }]);

test('an expression passes only if allowed licences satisfy it', () => {
  for (const license of ['MIT', 'MIT OR GPL-3.0-only', 'MIT/Apache-2.0', '(MIT OR Apache-2.0) AND Unicode-3.0']) {
    expect(of(license), license).toEqual([]);
  }
  for (const license of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', '(GPL-2.0 OR LGPL-2.1) AND MIT', '', null]) {
    expect(of(license), `${license}`).toHaveLength(1);
  }
});
