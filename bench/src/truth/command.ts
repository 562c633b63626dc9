import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortableParser } from '@analyzer/core/parse/portable/parse.ts';
import { type CorpusFile, corpusFiles, type Language } from '../corpus/files.ts';
import { CORPUS, REPOSITORY } from '../folders.ts';
import { groupBy } from '../group-by.ts';
import { verdict } from './accepts.ts';
import { KNOWN } from './known.ts';
import { knownFault, mended } from './partial.ts';
import { startReaders } from './readers.ts';
import { LANGUAGES } from './recording.ts';
import { differences, summary } from './report.ts';
import { Tally } from './tally.ts';

/** Shares of the files that the language's own tool accepts, and of their functions, that must be read whole. */
const WHOLE: Readonly<Record<Language, { files: number; functions: number }>> = {
  python: { files: 1, functions: 1 },
  javascript: { files: 1, functions: 1 },
  typescript: { files: 1, functions: 1 },
  php: { files: 1, functions: 1 },
  bash: { files: 0.9, functions: 0.95 },
};

/**
 * Compares every declaration, import and call of the corpus with what an independent reader of the language finds;
 * fails when a difference is not explained, an explanation explains nothing, or too few files are read whole.
 */
export async function truthCommand(only?: string): Promise<void> {
  const languages = only === undefined ? LANGUAGES : LANGUAGES.filter((language) => language === only);
  if (languages.length === 0) throw new Error(`no language is called ${only}: ${LANGUAGES.join(', ')}`);
  const files = groupBy(corpusFiles(), ({ language }) => language);
  const readers = await startReaders();
  const tallies: Tally[] = [];
  try {
    for (const language of languages) {
      const parser = await PortableParser.load([language], join(REPOSITORY, 'languages/grammars'));
      const tally = new Tally(language);
      tallies.push(tally);
      for (const file of files.get(language) ?? []) {
        const path = join(CORPUS, file.path);
        const bytes = readFileSync(path);
        const outcome = parser.parse(
          { path: file.path, mode: mode(file), bytes },
          { tokens: false, deadline: Number.POSITIVE_INFINITY },
        );
        tally.add(file.path, await verdict(language, readers.of[language], bytes.toString('utf8'), path), outcome);
      }
      process.stdout.write(differences(tally));
    }
  } finally {
    readers.close();
  }
  process.stdout.write(summary(tallies, new Map(languages.map((language) => [language, readers.of[language].tool]))));
  const faults = tallies.flatMap(faultsOf).concat(only === undefined ? stale(tallies) : []);
  if (faults.length > 0) throw new Error(faults.join('; '));
}

function mode({ language, dialect }: CorpusFile): { language: string; dialect?: string } {
  return dialect === undefined ? { language } : { language, dialect };
}

function faultsOf(tally: Tally): string[] {
  const { language, unexplained, notAnalyzed, analyzed, accepted, wholeFunctions, functions } = tally;
  const faults: string[] = [];
  if (unexplained.length > 0) faults.push(`${language}: ${unexplained.length} differences are not explained`);
  const unlisted = notAnalyzed.filter(({ path }) => knownFault(path) === undefined);
  if (unlisted.length > 0) faults.push(`${language}: ${unlisted.length} files not read whole are not explained`);
  if (analyzed < WHOLE[language].files * accepted) faults.push(`${language}: too few files are read whole`);
  if (wholeFunctions < WHOLE[language].functions * functions)
    faults.push(`${language}: too few functions are read whole`);
  return faults;
}

/** What is listed as known and did not show. */
function stale(tallies: readonly Tally[]): string[] {
  const explained = new Set(tallies.flatMap((tally) => tally.explained.map(({ known }) => known)));
  const partial = new Set(tallies.flatMap((tally) => tally.notAnalyzed.map(({ path }) => path)));
  return [
    ...KNOWN.filter((_, index) => !explained.has(index)).map(({ reason }) => `explains nothing: ${reason}`),
    ...mended(partial).map((path) => `read whole, though listed as not: ${path}`),
  ];
}
