import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileFacts } from '../../facts.ts';
import { PortableParser } from '../parse.ts';

const root = new URL('../../../../../../', import.meta.url);

type Bench = 'formatters' | 'meaning' | 'renaming';

/** The kinds of sources that a bench recorded, for tests only. */
export function recordedNames(bench: Bench): string[] {
  const names = readdirSync(new URL(`fixtures/${bench}`, root)).map((name) => name.replace(/\.json$/, ''));
  if (names.length < 5) throw new Error(`fixtures/${bench} has only ${names.length} files`);
  return names.sort();
}

/** Pairs of real functions recorded by a bench, for tests only. */
export function recordedPairs<Pair>(bench: Bench, name: string): Pair[] {
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
