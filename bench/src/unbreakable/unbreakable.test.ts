import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Engine, ParseMode } from '@analyzer/core/parse/engine.ts';
import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import { buildWorker } from '@analyzer/core/parse/portable/worker-fixture.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from '../folders.ts';
import { drive, ordinary } from './drive.ts';
import { deepInputs } from './hostile.ts';
import type { Input } from './input.ts';
import { mutants } from './mutants.ts';
import { MODES } from './oddities.ts';
import { ORDINARY } from './ordinary.ts';
import { ingredients, soup } from './soups.ts';
import { Tally } from './tally.ts';

const ORIGINALS = join(REPOSITORY, 'fixtures/mutants');

/** `fixtures/mutants/recipe.json`. */
interface Recipe {
  seed: number;
  count: number;
  /** SHA-256 over the bytes of all mutants, one after the other. */
  sha256: string;
}

let engine: Engine;
beforeAll(async () => {
  const worker = await buildWorker(REPOSITORY);
  engine = createPortableEngine({ jobs: 2, tokens: true, workerPath: worker.path });
  return async () => {
    await engine.close();
    worker.remove();
  };
});

async function account(inputs: Iterable<Input>): Promise<Tally> {
  const tally = new Tally();
  await drive(engine, inputs, await ordinary(engine, ORDINARY), tally);
  return tally;
}

function recordedMutants(): { recipe: Recipe; inputs: Input[] } {
  const recipe: Recipe = JSON.parse(readFileSync(join(ORIGINALS, 'recipe.json'), 'utf8'));
  return { recipe, inputs: [...mutants(originals(), recipe.seed, 0, recipe.count)] };
}

function originals(): Input[] {
  return readdirSync(ORIGINALS, { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name: language }) =>
      readdirSync(join(ORIGINALS, language)).map((file) => {
        const mode: ParseMode = extname(file) === '.tsx' ? { language, dialect: 'tsx' } : { language };
        return {
          kind: 'fixture',
          name: `${language}/${file}`,
          mode,
          bytes: readFileSync(join(ORIGINALS, language, file)),
        };
      }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

test('the recorded mutants are the same bytes everywhere', () => {
  const { recipe, inputs } = recordedMutants();
  const hash = createHash('sha256');
  for (const { bytes } of inputs) hash.update(bytes);
  expect(hash.digest('hex')).toBe(recipe.sha256);
});

test('500 mutants of real files violate no rule', { timeout: 120_000 }, async () => {
  const { inputs } = recordedMutants();
  expect(inputs).toHaveLength(500);
  expect((await account(inputs)).problems).toEqual([]);
});

test('tokens of a language in any order violate no rule', { timeout: 60_000 }, async () => {
  const anyMode = fc.constantFrom(...MODES);
  const anySoup = anyMode.chain((mode) => {
    const tokens = fc.array(fc.constantFrom(...ingredients(mode.language)), { maxLength: 400, size: 'max' });
    return fc.tuple(tokens, fc.nat()).map(([words, seed]): Input => {
      const text = soup(mode.language, words, seed);
      return { kind: 'soups', name: JSON.stringify(text), mode, bytes: Buffer.from(text) };
    });
  });
  const inputs = fc.sample(anySoup, { numRuns: 300, seed: 1 });
  expect((await account(inputs)).problems).toEqual([]);
});

test('every construct nested or chained 1,000 times violates no rule', { timeout: 120_000 }, async () => {
  expect((await account(deepInputs(1_000))).problems).toEqual([]);
});
