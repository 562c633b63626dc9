// Guards: every declaration, import and call, by independent parsers. Takes: not measured.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PortableParser } from '@analyzer/core/parse/portable/parse.ts';
import { type CorpusFile, corpusFiles, isLanguage, LANGUAGES, type Language } from '../corpus/files.ts';
import { projectFiles } from '../corpus/project-files.ts';
import { CORPUS, REPOSITORY } from '../folders.ts';
import { groupBy } from '../group-by.ts';
import { verdict } from './accepts.ts';
import { KNOWN } from './known.ts';
import { type Readers, startReaders } from './readers.ts';
import { differences, summary } from './report.ts';
import { Tally } from './tally.ts';

/**
 * `bench truth [LANGUAGE] [--path DIR] [--language LANGUAGE]`: compares every declaration, import and call with those of an
 * independent reader of the language, in the corpus or in any folder. Fails if a difference is not explained, if a file
 * that the language accepts is not `analyzed`, or if an explanation explains nothing in the complete corpus.
 */
export async function truthCommand(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    options: { path: { type: 'string' }, language: { type: 'string' } },
    allowPositionals: true,
  });
  const only = values.language ?? positionals[0];
  if (only !== undefined && !isLanguage(only)) throw new Error(`unknown language ${only}: ${LANGUAGES.join(', ')}`);
  const folder = values.path === undefined ? CORPUS : resolve(values.path);
  const files = groupBy(values.path === undefined ? corpusFiles() : projectFiles(folder), ({ language }) => language);
  const languages = LANGUAGES.filter((language) => (only ?? language) === language && files.has(language));
  if (languages.length === 0) throw new Error(`${folder} has no ${only ?? 'source'} files`);

  const readers = await startReaders();
  const tallies: Tally[] = [];
  try {
    for (const language of languages) {
      const tally = await tallyOf(language, files.get(language) ?? [], folder, readers);
      tallies.push(tally);
      process.stdout.write(differences(tally));
    }
  } finally {
    readers.close();
  }
  process.stdout.write(summary(tallies, new Map(languages.map((language) => [language, readers.of[language].tool]))));
  const wholeCorpus = only === undefined && folder === CORPUS;
  const faults = [...tallies.flatMap(faultsOf), ...(wholeCorpus ? unused(tallies) : [])];
  if (faults.length > 0) throw new Error(faults.join('; '));
}

async function tallyOf(
  language: Language,
  files: readonly CorpusFile[],
  folder: string,
  readers: Readers,
): Promise<Tally> {
  const parser = await PortableParser.load([language], join(REPOSITORY, 'languages/grammars'));
  const tally = new Tally(language);
  for (const file of files) {
    const path = join(folder, file.path);
    const bytes = readFileSync(path);
    const outcome = parser.parse(
      { path: file.path, mode: mode(file), bytes },
      { tokens: false, deadline: Number.POSITIVE_INFINITY },
    );
    tally.add(file.path, await verdict(language, readers.of[language], bytes.toString('utf8'), path), outcome);
  }
  return tally;
}

function mode({ language, dialect }: CorpusFile): { language: string; dialect?: string } {
  return dialect === undefined ? { language } : { language, dialect };
}

function faultsOf({ language, unexplained, notAnalyzed, wholeFunctions, functions }: Tally): string[] {
  const faults: string[] = [];
  if (unexplained.length > 0) faults.push(`${language}: ${unexplained.length} differences are not explained`);
  if (notAnalyzed.length > 0) faults.push(`${language}: ${notAnalyzed.length} accepted files are not analyzed`);
  if (wholeFunctions < functions) faults.push(`${language}: ${functions - wholeFunctions} functions are not whole`);
  return faults;
}

/** Explanations of differences that no longer occur. */
function unused(tallies: readonly Tally[]): string[] {
  const explained = new Set(tallies.flatMap((tally) => tally.explained.map(({ known }) => known)));
  return KNOWN.filter((_, index) => !explained.has(index)).map(({ reason }) => `explains nothing: ${reason}`);
}
