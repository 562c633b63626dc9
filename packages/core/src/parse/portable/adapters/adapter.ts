import type { ParseMode } from '../../engine.ts';
import type { FlatTree, NameTable } from '../flat-tree.ts';

/** A range in the decoded text, in UTF-16 units. */
export interface ErrorRange {
  start: number;
  end: number;
  message?: string;
}

/** The result of a parser. `errors` are ordered by position. */
export type Parsed =
  | { outcome: 'tree'; tree: FlatTree; errors: ErrorRange[] }
  | { outcome: 'syntax-error'; errors: ErrorRange[] }
  /** The file is of this language, which no adapter parses. */
  | { outcome: 'unsupported-language'; language: string }
  | { outcome: 'timeout' };

/** The common interface of parsers: text in, flat tree out. */
export interface Adapter {
  readonly names: NameTable;
  /** @param deadline in `processorTime()`; respected if the parser can be stopped */
  parse(source: string, mode: ParseMode, deadline: number): Parsed;
  /** Frees the memory of the last tree if it was large. */
  release?(): void;
}
