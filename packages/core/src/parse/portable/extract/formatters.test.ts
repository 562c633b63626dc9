import { expect, it } from 'vitest';
import { readerOfFacts, recordedNames, recordedPairs } from './recorded-pairs.ts';

/** Written by `npm run bench -- record-formatters`, with any fingerprints. */
interface Pair {
  dialect?: string;
  original: string;
  formatted: string;
  exception?: string;
}

/** Kinds of sources that are dialects of a language. */
const LANGUAGES: Readonly<Record<string, string>> = { jsx: 'javascript', tsx: 'typescript' };

it.each(recordedNames('formatters'))(
  'a formatter splits no group: real functions of %s retain both fingerprints, or have a reason',
  async (kind) => {
    const read = await readerOfFacts(LANGUAGES[kind] ?? kind);
    const printsOf = (source: string, dialect: string | undefined) =>
      read(source, dialect).declarations.map(({ function_body, function_shape }) => [function_body, function_shape]);
    const pairs = recordedPairs<Pair>('formatters', kind);
    // All available TSX functions with an open licence.
    expect(pairs.length).toBe(kind === 'tsx' ? 199 : 200);
    for (const { original, formatted, dialect, exception } of pairs) {
      expect(formatted).not.toBe(original);
      const isKept = JSON.stringify(printsOf(original, dialect)) === JSON.stringify(printsOf(formatted, dialect));
      expect(isKept, original).toBe(exception === undefined);
    }
  },
);
