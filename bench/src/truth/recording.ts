import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { Language } from '../corpus/files.ts';
import { REPOSITORY } from '../folders.ts';
import type { Reading } from './reading.ts';

/** The results of a reader for the files of a folder, as stored in `fixtures/truth`. */
export interface Recording {
  /** Name and version. */
  reader: string;
  files: Record<string, RecordedReading>;
}

/** Each fact is one string: its line, for a declaration its kind, and its name. */
export interface RecordedReading {
  declarations: string[];
  imports: string[];
  calls: string[];
}

export const RECORDED = join(REPOSITORY, 'fixtures/truth');

export function recordedFiles(language: Language): { name: string; path: string; mode: ParseMode }[] {
  const folder = join(RECORDED, language);
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const dialect = extname(name) === '.tsx' ? { dialect: 'tsx' } : {};
      return { name, path: join(folder, name), mode: { language, ...dialect } };
    });
}

export function toRecord({ declarations, imports, calls }: Reading): RecordedReading {
  const location = ({ line, name }: { line: number; name: string }) => ({ line, text: `${line} ${name}` });
  return {
    declarations: inOrder(declarations.map(({ line, kind, name }) => ({ line, text: `${line} ${kind} ${name}` }))),
    imports: inOrder(imports.map(location)),
    calls: inOrder(calls.map(location)),
  };
}

function inOrder(facts: { line: number; text: string }[]): string[] {
  return facts.sort((a, b) => a.line - b.line || (a.text < b.text ? -1 : 1)).map(({ text }) => text);
}
