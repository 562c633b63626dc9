import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PortableParser } from '../parse.ts';

const root = new URL('../../../../../../', import.meta.url);

interface Recorded {
  pairs: { file: string; dialect?: string; original: string; formatted: string; exception?: string }[];
}

/** `npm run bench -- record-formatters` wrote them, whatever their fingerprints were. */
function recorded(kind: string): Recorded {
  return JSON.parse(readFileSync(new URL(`fixtures/formatters/${kind}.json`, root), 'utf8'));
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
  'a formatter splits no group: real functions of %s keep both fingerprints, or it is said why not',
  async (kind, language) => {
    const parser = await PortableParser.load([language], fileURLToPath(new URL('languages/grammars', root)));
    const printsOf = (source: string, dialect: string | undefined) => {
      const mode = dialect === undefined ? { language } : { language, dialect };
      const bytes = Buffer.from(source);
      const outcome = parser.parse({ path: '', mode, bytes }, { tokens: false, deadline: Number.POSITIVE_INFINITY });
      if (outcome.status !== 'analyzed') throw new Error(`${outcome.status}: ${source}`);
      return outcome.facts.declarations.map(({ function_body, function_shape }) => [function_body, function_shape]);
    };
    const { pairs } = recorded(kind);
    // All there are of TSX with an open licence.
    expect(pairs.length).toBe(kind === 'tsx' ? 199 : 200);
    for (const { original, formatted, dialect, exception } of pairs) {
      expect(formatted).not.toBe(original);
      const isKept = JSON.stringify(printsOf(original, dialect)) === JSON.stringify(printsOf(formatted, dialect));
      expect(isKept, original).toBe(exception === undefined);
    }
  },
);
