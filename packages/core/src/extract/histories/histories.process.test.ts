import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { GitFiles } from './git-files-fixture.ts';
import { History } from './history-fixture.ts';
import { STEP, take } from './steps-fixture.ts';

const SEED = 20_260_101;
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

describe('an extraction in repositories of Git over a random history', { timeout: 1_200_000 }, () => {
  test('keeps verified work as long as its functions are unchanged, and no longer', async () => {
    const length = inputSize({ quick: 10, deep: 40 });
    const steps = fc.array(STEP, { minLength: length, maxLength: length });
    const property = fc.asyncProperty(steps, async (all) => {
      const folder = realpathSync(mkdtempSync(join(MEMORY, 'analyzer-history-')));
      try {
        const history = await History.create((project, onChange) => new GitFiles(join(folder, project), onChange));
        for (const step of all) {
          await take(step, history, true);
          await history.check();
        }
        await history.finish(true);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
    await fc.assert(property, { numRuns: inputSize({ quick: 1, deep: 5 }), seed: SEED, endOnFailure: true });
  });
});
