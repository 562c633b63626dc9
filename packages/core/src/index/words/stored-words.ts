import type { ReadStatements } from '../read-statements.ts';
import { type StoredWord, wordsOfBlock } from './word-block.ts';

const BLOCKS = `
  SELECT data FROM word_block
  WHERE first_word >= coalesce((SELECT max(first_word) FROM word_block WHERE first_word <= ?), '') AND first_word <= ?
  ORDER BY first_word`;

/** After all words that start with a prefix. */
const LAST = '\u{10ffff}';

/** The blocks with words that start with a prefix. */
export function blocksWithPrefix(statements: Pick<ReadStatements, 'all'>, prefix: string): Uint8Array[] {
  return statements.all(BLOCKS, [prefix, prefix + LAST], (row) => row.bytes('data'));
}

/** The words of an index that start with a prefix, ascending by their bytes. */
export function* wordsWithPrefix(statements: Pick<ReadStatements, 'all'>, prefix: string): Generator<StoredWord> {
  for (const block of blocksWithPrefix(statements, prefix)) {
    for (const stored of wordsOfBlock(block)) if (stored.word.startsWith(prefix)) yield stored;
  }
}
