import { PARSED } from '#languages/parsed.ts';
import former from '../../../../../languages/fingerprints-2.json' with { type: 'json' };
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
  /** Version of its fingerprints unless they are those of this program. */
  fingerprint?: number;
}

const all: readonly LanguageData[] = PARSED;

/** By language id. */
export const languages: ReadonlyMap<string, LanguageData> = new Map(all.map((data) => [data.id, data]));

const changed = new Map<string, Partial<StreamData>>(Object.entries(former.stream_rules));

/** The languages with the stream rules of `FORMER_FINGERPRINT`, by id. */
export const formerLanguages: ReadonlyMap<string, LanguageData> = new Map(
  all.map((data) => {
    const stream = { ...data.stream, ...changed.get(data.id) };
    return [data.id, { ...data, stream, fingerprint: former.version }];
  }),
);
