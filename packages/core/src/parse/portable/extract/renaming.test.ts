import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PortableParser } from '../parse.ts';

const root = new URL('../../../../../../', import.meta.url);

interface Recorded {
  pairs: { file: string; dialect?: string; original: string; renamed: string; exception?: string }[];
}

/** `npm run bench -- record-renaming` wrote them, whatever their fingerprints were. */
function recorded(language: string): Recorded {
  return JSON.parse(readFileSync(new URL(`fixtures/renaming/${language}.json`, root), 'utf8'));
}

it.each(['javascript', 'typescript', 'php', 'python', 'bash'])(
  'renaming all locals of real functions of %s keeps function-shape and changes function-body',
  async (language) => {
    const parser = await PortableParser.load([language], fileURLToPath(new URL('languages/grammars', root)));
    const printsOf = (source: string, dialect: string | undefined) => {
      const mode = dialect === undefined ? { language } : { language, dialect };
      const bytes = Buffer.from(source);
      const outcome = parser.parse({ path: '', mode, bytes }, { tokens: false, deadline: Number.POSITIVE_INFINITY });
      if (outcome.status !== 'analyzed') throw new Error(`${outcome.status}: ${source}`);
      const first = outcome.facts.declarations.find(({ function_body }) => function_body !== undefined);
      if (first === undefined) throw new Error(`no function with a body: ${source}`);
      return first;
    };
    const { pairs } = recorded(language);
    expect(pairs.length).toBeGreaterThanOrEqual(language === 'bash' ? 50 : 200);
    for (const { original, renamed, dialect, exception } of pairs) {
      const [before, after] = [printsOf(original, dialect), printsOf(renamed, dialect)];
      expect(after.function_body, renamed).not.toBe(before.function_body);
      expect(after.function_shape === before.function_shape, renamed).toBe(exception === undefined);
    }
  },
);
