import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFiles } from '../corpus/files.ts';
import { CORPUS } from '../folders.ts';
import type { Input } from './input.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';

/** Larger files are rare and slow, and fail in the same ways. */
const LARGEST_MUTATED = 100_000;

/** Files of the corpus to mutate. */
export function originals(): Input[] {
  return corpusFiles()
    .filter(({ size }) => size <= LARGEST_MUTATED)
    .map(({ path, language, dialect }) => ({
      kind: 'corpus',
      name: path,
      mode: dialect === undefined ? { language } : { language, dialect },
      bytes: readFileSync(join(CORPUS, path)),
    }));
}

/**
 * Mutants of real files. Mutant i depends only on the seed, i and the files, so it can be reproduced.
 *
 * @param files unmutated, at least one
 */
export function* mutants(files: readonly Input[], seed: number, from: number, count: number): Generator<Input> {
  for (let i = from; i < from + count; i++) yield mutant(files, seed, i);
}

export function mutant(files: readonly Input[], seed: number, number: number): Input {
  const random = new Random(seed * 1_000_003 + number);
  const file = random.pick(files);
  const { changes, bytes } = mutate(file.bytes, random.pick(files).bytes, random);
  // Sometimes with the extension of another language.
  const mode = random.below(20) === 0 ? random.pick(files).mode : file.mode;
  return { kind: 'mutants', name: `mutant ${seed}:${number} of ${file.name}: ${changes}`, mode, bytes };
}
