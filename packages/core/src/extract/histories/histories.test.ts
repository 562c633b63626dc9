import fc from 'fast-check';
import { describe, test } from 'vitest';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { History } from './history-fixture.ts';
import { MemoryFiles } from './memory-files-fixture.ts';
import { STEP, take } from './steps-fixture.ts';

const STEPS = 60;
const SEED = 20_260_101;

describe('an extraction over a random history of edits, plans, kills and retries', { timeout: 1_200_000 }, () => {
  test('keeps verified work as long as its functions are unchanged, and no longer', async () => {
    const property = fc.asyncProperty(fc.array(STEP, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const history = await History.create((project, onChange) => new MemoryFiles(`/memory/${project}`, onChange));
      for (const step of steps) {
        await take(step, history);
        await history.check();
      }
      await history.finish();
    });
    await fc.assert(property, { numRuns: inputSize({ quick: 2, deep: 170 }), seed: SEED, endOnFailure: true });
  });
});
