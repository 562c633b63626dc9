import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../corpus/assemble.ts';
import { type CorpusFile, corpusFiles, type Language } from '../corpus/files.ts';
import { projectFiles } from '../corpus/project-files.ts';
import type { Recipe, Tally } from '../corpus/recipe.ts';
import { ARCHIVES, BENCH, CORPUS } from '../folders.ts';
import { JSX, MORE } from './recipe.ts';

const MORE_FUNCTIONS = join(BENCH, 'corpus-functions');
const JSX_FUNCTIONS = join(BENCH, 'corpus-jsx');
/** All its files contain JSX, with any extension. */
const JSX_PACKAGE = 'npm/@docusaurus/theme-classic/';

/** A file with functions; `path` is absolute, `name` is the same on every machine. */
export interface SourceFile extends Omit<CorpusFile, 'size'> {
  name: string;
}

/**
 * @param folder by default the corpus and the packages of `recipe.json`, which are assembled first if they are missing
 * @returns the files of a language, in a fixed order
 */
export function sourceFiles(language: Language, folder?: string): SourceFile[] {
  const files =
    folder === undefined
      ? [CORPUS, assembled(MORE, MORE_FUNCTIONS)].flatMap(filesIn)
      : filesOf(projectFiles(folder), folder);
  return files.filter((file) => file.language === language);
}

/** JavaScript files with JSX, which the corpus lacks. */
export function jsxFiles(): SourceFile[] {
  const files = filesIn(assembled(JSX, JSX_FUNCTIONS));
  return files.filter(({ name }) => name.endsWith('.jsx') || name.startsWith(JSX_PACKAGE));
}

function assembled(recipe: Recipe & { result: Tally }, folder: string): string {
  if (!existsSync(folder)) {
    const tally = assemble(recipe, folder, ARCHIVES);
    if (tally.sha256 !== recipe.result.sha256) {
      throw new Error(`${folder} is not what was pinned: ${JSON.stringify(tally)}`);
    }
  }
  return folder;
}

function filesIn(folder: string): SourceFile[] {
  return filesOf(corpusFiles(folder), folder);
}

function filesOf(files: readonly CorpusFile[], folder: string): SourceFile[] {
  return files.map(({ path, language, dialect }) => ({
    ...{ path: join(folder, path), name: path, language },
    ...(dialect === undefined ? {} : { dialect }),
  }));
}
