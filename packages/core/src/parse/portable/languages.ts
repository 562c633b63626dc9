import { PARSED } from '#languages/parsed.ts';
import type { Grammar } from './adapters/tree-sitter.ts';
import type { CopiesData } from './extract/elements/copies-data.ts';
import type { FactsData } from './extract/facts-data.ts';
import type { StreamData } from './extract/stream-data.ts';

/** The part of a language's data file for parsing. */
export interface LanguageData {
  id: string;
  parser: string;
  facts: FactsData;
  stream: StreamData;
  copies: CopiesData;
  /** Of languages parsed by tree-sitter. */
  grammar?: Grammar & { file: string };
  /** WebAssembly of a parser from this repository. */
  syntax?: { file: string };
}

const all: readonly LanguageData[] = PARSED;

/** By language id. */
export const languages: ReadonlyMap<string, LanguageData> = new Map(all.map((data) => [data.id, data]));
