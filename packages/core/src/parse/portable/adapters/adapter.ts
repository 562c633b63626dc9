import type { ParseMode } from '../../engine.ts';
import type { FlatTree, NameTable } from '../flat-tree.ts';

/** A place in the decoded text, in UTF-16 units. */
export interface ErrorRange {
  start: number;
  end: number;
  message?: string;
}

/** What a parser made of a text. `errors` are in order of position. */
export type Parsed =
  | { outcome: 'tree'; tree: FlatTree; errors: ErrorRange[] }
  | { outcome: 'syntax-error'; errors: ErrorRange[] }
  /** The file is of this language, which no adapter parses. */
  | { outcome: 'unsupported-language'; language: string }
  | { outcome: 'timeout' };

/** One parser behind one face: text in, flat tree out. */
export interface Adapter {
  readonly names: NameTable;
  /** @param deadline as `processorTime()` counts; honoured where the parser can be asked to stop */
  parse(source: string, mode: ParseMode, deadline: number): Parsed;
}
