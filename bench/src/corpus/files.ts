import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { compareBytes } from '@analyzer/contracts/order';
import { CORPUS } from '../folders.ts';

export const LANGUAGES = ['python', 'javascript', 'typescript', 'php', 'bash'] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(name: string): name is Language {
  return LANGUAGES.some((language) => language === name);
}

export interface CorpusFile {
  /** Below the corpus, `/` as separator. */
  path: string;
  language: Language;
  dialect?: string;
  size: number;
}

const BY_EXTENSION: Readonly<Record<string, { language: Language; dialect?: string }>> = {
  '.py': { language: 'python' },
  '.js': { language: 'javascript' },
  '.mjs': { language: 'javascript', dialect: 'mjs' },
  '.jsx': { language: 'javascript', dialect: 'jsx' },
  '.ts': { language: 'typescript' },
  '.tsx': { language: 'typescript', dialect: 'tsx' },
  '.php': { language: 'php' },
  '.inc': { language: 'php' },
  '.sh': { language: 'bash' },
};

/**
 * All files of a corpus in bytewise order. The language is determined by the extension only, independent
 * of the engine's detection. In the corpus, a file without an extension is a shell program.
 */
export function corpusFiles(folder = CORPUS): CorpusFile[] {
  if (!existsSync(folder)) throw new Error('bench/corpus is not there: run npm run bench -- corpus');
  const files: CorpusFile[] = [];
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    const full = join(item.parentPath, item.name);
    const mode = BY_EXTENSION[extname(basename(full))] ?? { language: 'bash' };
    files.push({ path: full.slice(folder.length + 1), ...mode, size: statSync(full).size });
  }
  return files.sort((a, b) => compareBytes(a.path, b.path));
}
