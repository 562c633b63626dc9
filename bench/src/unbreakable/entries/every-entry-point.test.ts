import { describe, expect, test } from 'vitest';
import { NATIVE_MISSING } from '../../../../packages/core/src/parse/native/built-here.ts';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { NATIVE } from '../../folders.ts';
import { Account } from './account.ts';
import { casesOf } from './cases.ts';
import { entryPoints } from './entry-points.ts';
import { runCases } from './run-cases.ts';

const LIMITS = { seconds: 120, memory: 4e9 };

function sample(every: number) {
  return casesOf({
    depths: [1_000],
    endings: ['closed', 'unclosed', 'cut'],
    inTurn: false,
    pairwise: false,
    only: '',
    every,
  });
}

describe.skipIf(NATIVE_MISSING !== undefined)(`every entry point${NATIVE_MISSING ?? ''}`, () => {
  test('ends on nested constructs of every language, with the same answers', { timeout: 240_000 }, async () => {
    const account = new Account();
    await runCases(sample(inputSize({ quick: 160, deep: 40 })), entryPoints(NATIVE), LIMITS, account);
    expect(account.failures).toEqual([]);
    expect(account.report()).toMatch(/analyzer-rs-scan +[1-9]\d* +0 +0 +0/);
  });
});
