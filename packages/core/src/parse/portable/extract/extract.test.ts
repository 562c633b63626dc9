import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ParseMode } from '../../engine.ts';
import { loadAdapter } from '../adapters/load.ts';
import { factsVector } from '../facts-vector.ts';
import { languages } from '../languages.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));
const vectors = new URL('../../../../../../fixtures/facts/', import.meta.url);

/** One file with all its facts; the expectation is in `<file>.json`. */
interface Vector {
  about: string;
  mode: ParseMode;
  errors: number;
  facts: unknown;
}

describe.each([...languages.values()])('facts of $id', (data) => {
  const folder = new URL(`${data.id}/`, vectors);
  const files = readdirSync(folder).filter((name) => !name.endsWith('.json'));

  it.each(files)('%s', async (file) => {
    const adapter = await loadAdapter(data, grammars);
    const vector: Vector = JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8'));
    const source = readFileSync(new URL(file, folder), 'utf8');
    const { errors, facts } = factsVector(source, vector.mode, adapter, data);
    expect(facts, vector.about).toEqual(vector.facts);
    expect(errors).toBe(vector.errors);
  });
});
