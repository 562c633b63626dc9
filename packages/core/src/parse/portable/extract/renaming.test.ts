import { expect, it } from 'vitest';
import { readerOfFacts, recordedNames, recordedPairs } from './recorded-pairs.ts';

/** Written by `npm run bench -- record-renaming`, with any fingerprints. */
interface Pair {
  dialect?: string;
  original: string;
  renamed: string;
  exception?: string;
}

it.each(recordedNames('renaming'))(
  'renaming all locals of real functions of %s retains function-shape and changes function-body',
  async (language) => {
    const read = await readerOfFacts(language);
    const printsOf = (source: string, dialect: string | undefined) => {
      const first = read(source, dialect).declarations.find(({ function_body }) => function_body !== undefined);
      if (first === undefined) throw new Error(`no function with a body: ${source}`);
      return first;
    };
    const pairs = recordedPairs<Pair>('renaming', language);
    expect(pairs.length).toBeGreaterThanOrEqual(language === 'bash' ? 50 : 200);
    for (const { original, renamed, dialect, exception } of pairs) {
      const [before, after] = [printsOf(original, dialect), printsOf(renamed, dialect)];
      expect(after.function_body, renamed).not.toBe(before.function_body);
      expect(after.function_shape === before.function_shape, renamed).toBe(exception === undefined);
    }
  },
);
