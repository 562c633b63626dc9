import { expect, it } from 'vitest';
import { readerOfFacts, recordedNames, recordedPairs } from './recorded-pairs.ts';

/** Written by `npm run bench -- record-meaning`, with any fingerprints. */
interface Pair {
  dialect?: string;
  change: string;
  are: string;
  original: string;
  changed: string;
}

it.each(recordedNames('meaning'))(
  'different meanings have different streams: changing one token in real functions of %s changes the stream',
  async (language) => {
    const read = await readerOfFacts(language);
    const pairs = recordedPairs<Pair>('meaning', language);
    expect(pairs.length).toBe(200);
    expect(new Set(pairs.map(({ change }) => change)).size).toBeGreaterThan(15);
    for (const { original, changed, dialect, are } of pairs) {
      const [before, after] = [read(original, dialect), read(changed, dialect)];
      expect(after.tree_hash === before.tree_hash ? 'same' : 'different', `${original}\n→\n${changed}`).toBe(are);
    }
  },
);
