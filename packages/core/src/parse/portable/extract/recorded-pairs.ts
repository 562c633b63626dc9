import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileFacts } from '../../facts.ts';
import { PortableParser } from '../parse.ts';

const root = new URL('../../../../../../', import.meta.url);

/** Pairs of real functions recorded by a bench, for tests only. */
export function recordedPairs<Pair>(bench: 'formatters' | 'meaning' | 'renaming', name: string): Pair[] {
  const { pairs }: { pairs: Pair[] } = JSON.parse(
    readFileSync(new URL(`fixtures/${bench}/${name}.json`, root), 'utf8'),
  );
  return pairs;
}

/** Reads the facts of sources without errors with a language's parser; for tests only. */
export async function readerOfFacts(language: string): Promise<(source: string, dialect?: string) => FileFacts> {
  const parser = await PortableParser.load([language], fileURLToPath(new URL('languages/grammars', root)));
  return (source, dialect) => {
    const mode = dialect === undefined ? { language } : { language, dialect };
    const job = { path: '', mode, bytes: Buffer.from(source) };
    const outcome = parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
    if (outcome.status !== 'analyzed') throw new Error(`${outcome.status}: ${source}`);
    return outcome.facts;
  };
}
