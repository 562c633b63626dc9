import { expect, it } from 'vitest';
import { readerOfFacts, recordedPairs } from './recorded-pairs.ts';

/** Written by `npm run bench -- record-formatters`, with any fingerprints. */
interface Pair {
  dialect?: string;
  original: string;
  formatted: string;
  exception?: string;
}

it.each([
  ['javascript', 'javascript'],
  ['jsx', 'javascript'],
  ['typescript', 'typescript'],
  ['tsx', 'typescript'],
  ['php', 'php'],
  ['python', 'python'],
  ['bash', 'bash'],
])(
  'a formatter splits no group: real functions of %s retain both fingerprints, or have a reason',
  async (kind, language) => {
    const read = await readerOfFacts(language);
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
