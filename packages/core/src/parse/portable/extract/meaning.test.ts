import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PortableParser } from '../parse.ts';

const root = new URL('../../../../../../', import.meta.url);

interface Recorded {
  pairs: { dialect?: string; change: string; are: string; original: string; changed: string }[];
}

/** `npm run bench -- record-meaning` wrote them, whatever their fingerprints were. */
function recorded(language: string): Recorded {
  return JSON.parse(readFileSync(new URL(`fixtures/meaning/${language}.json`, root), 'utf8'));
}

it.each(['javascript', 'typescript', 'php', 'python', 'bash'])(
  'no two meanings in one group: one token changed in real functions of %s changes the stream',
  async (language) => {
    const parser = await PortableParser.load([language], fileURLToPath(new URL('languages/grammars', root)));
    const factsOf = (source: string, dialect: string | undefined) => {
      const mode = dialect === undefined ? { language } : { language, dialect };
      const bytes = Buffer.from(source);
      const outcome = parser.parse({ path: '', mode, bytes }, { tokens: false, deadline: Number.POSITIVE_INFINITY });
      if (outcome.status !== 'analyzed') throw new Error(`${outcome.status}: ${source}`);
      return outcome.facts;
    };
    const { pairs } = recorded(language);
    expect(pairs.length).toBe(200);
    expect(new Set(pairs.map(({ change }) => change)).size).toBeGreaterThan(15);
    for (const { original, changed, dialect, are } of pairs) {
      const [before, after] = [factsOf(original, dialect), factsOf(changed, dialect)];
      expect(after.tree_hash === before.tree_hash ? 'same' : 'different', `${original}\n→\n${changed}`).toBe(are);
    }
  },
);
