import fc from 'fast-check';
import { describe, test } from 'vitest';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { History } from './history-fixture.ts';
import { type Edit, FUNCTIONS, PROJECTS } from './workspace-fixture.ts';

const STEPS = 60;
const SEED = 20_260_101;

const KILL = fc.option(fc.nat(12), { nil: undefined, freq: 3 });
const COPY = { project: fc.constantFrom(...PROJECTS), name: fc.constantFrom(...FUNCTIONS) };
const CODE: readonly Edit[] = ['version', 'helper', 'callers'];
const SURROUNDINGS: readonly Edit[] = ['comment', 'position', 'other'];
const edits = (which: readonly Edit[], value: fc.Arbitrary<number>) =>
  fc.record({ do: fc.constant('edit' as const), ...COPY, edit: fc.constantFrom(...which), value });

const STEP = fc.oneof(
  { weight: 3, arbitrary: edits(SURROUNDINGS, fc.nat(9)) },
  { weight: 1, arbitrary: edits(CODE, fc.nat(1)) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('plan' as const), kill: KILL }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('work' as const), choice: fc.nat(5), kill: KILL }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('retry' as const), choice: fc.nat(5), replace: fc.boolean(), kill: KILL }),
  },
);

describe('an extraction over a random history of edits, plans, kills and retries', { timeout: 1_200_000 }, () => {
  test('keeps verified work as long as its functions are unchanged, and no longer', async () => {
    const property = fc.asyncProperty(fc.array(STEP, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const history = await History.create();
      for (const step of steps) {
        switch (step.do) {
          case 'edit':
            history.edit(step);
            break;
          case 'plan':
            await history.plan(step.kill);
            break;
          case 'work':
            await history.work(step.choice, step.kill);
            break;
          case 'retry':
            await history.retry(step.choice, step.replace, step.kill);
        }
        await history.check();
      }
      await history.finish();
    });
    await fc.assert(property, { numRuns: inputSize({ quick: 2, deep: 170 }), seed: SEED, endOnFailure: true });
  });
});
