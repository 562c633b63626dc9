import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../corpus/assemble.ts';
import { type CorpusFile, corpusFiles, type Language } from '../corpus/files.ts';
import { ARCHIVES, BENCH, CORPUS } from '../folders.ts';
import { MORE } from './recipe.ts';

const MORE_FUNCTIONS = join(BENCH, 'corpus-functions');

/** A file with functions; `path` is absolute, `name` the same on every machine. */
export interface SourceFile extends Omit<CorpusFile, 'size'> {
  name: string;
}

/** The files of a language in the corpus and in what is taken besides; assembles the latter when it is not there. */
export function sourceFiles(language: Language): SourceFile[] {
  if (!existsSync(MORE_FUNCTIONS)) {
    const tally = assemble(MORE, MORE_FUNCTIONS, ARCHIVES);
    if (tally.sha256 !== MORE.result.sha256) {
      throw new Error(`${MORE_FUNCTIONS} is not what was pinned: ${JSON.stringify(tally)}`);
    }
  }
  return [CORPUS, MORE_FUNCTIONS].flatMap((folder) =>
    corpusFiles(folder)
      .filter((file) => file.language === language)
      .map(({ path, language, ...rest }) => ({ ...rest, language, name: path, path: join(folder, path) })),
  );
}
