import { AnalyzerError } from '@analyzer/contracts';
import type { Snapshot } from '#index/port.ts';
import { splitName } from '#index/words/split-words.ts';
import { blocksWithPrefix, wordsWithPrefix } from '#index/words/stored-words.ts';
import { FIELD_SUMS, WORD_FIELDS, type WordField } from '#index/words/word-block.ts';
import { ENDINGS, SEARCH_RULES, STOP_WORDS } from '#languages/search-rules.ts';
import { MatchCollector, type Matches } from './matches.ts';

/** More words of a text are not searched. */
const MAX_TERMS = 32;

const FIELDS: readonly WordField[] = ['name', 'container', 'parameters', 'callees', 'doc'];

/** A word of the text, with the nodes that have it. */
export interface Term {
  word: string;
  /** Several words of the text without separators: only names are searched for it, and a name without it misses nothing. */
  isJoined: boolean;
  matches: Matches;
}

/** The words of a text, each once; those in several parts also without separators. */
export function wordsOf(text: string): { words: string[]; joined: string[] } {
  const parts = text.split(/\s+/).map(splitName);
  const all = parts.flatMap(({ words }) => words);
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  const words = [...new Set(telling.length > 0 ? telling : all)].slice(0, MAX_TERMS);
  const joined = new Set(parts.flatMap((part) => part.joined ?? []));
  const whole = splitName(text).joined;
  if (whole !== undefined) joined.add(whole);
  return { words, joined: [...joined].slice(0, MAX_TERMS).filter((word) => !words.includes(word)) };
}

/** Reads together what `findTerms` needs. */
export function readTerms(snapshot: Snapshot, text: string): void {
  const { words, joined } = wordsOf(text);
  snapshot.gather([...words.map(stemOf), ...joined].map((stem) => () => blocksWithPrefix(snapshot, stem)));
}

/**
 * Finds the nodes with each word of a text.
 *
 * @param size one more than the greatest node
 * @throws AnalyzerError `invalid_request` for a text without a word
 */
export function findTerms(snapshot: Snapshot, text: string, size: number): Term[] {
  const { words, joined } = wordsOf(text);
  if (words.length + joined.length === 0) {
    throw new AnalyzerError(
      'invalid_request',
      { problem: 'text has no word of at least two letters' },
      { hint: 'Send words such as retry backoff, or a name. The operation nodes finds names by glob.' },
    );
  }
  const collector = new MatchCollector(size);
  const findAll = (some: readonly string[], areJoined: boolean) =>
    some.map((word) => findTerm(snapshot, word, areJoined, collector));
  return words.length === 0 ? findAll(joined, false) : [...findAll(words, false), ...findAll(joined, true)];
}

function findTerm(snapshot: Snapshot, word: string, isJoined: boolean, collector: MatchCollector): Term {
  const stem = isJoined ? word : stemOf(word);
  for (const stored of wordsWithPrefix(snapshot, stem)) {
    const match = matchOf(stored.word, word, stem);
    if (match === undefined) continue;
    const weightOf = weightsOfFields(SEARCH_RULES.matches[match], isJoined);
    stored.visit((node, fields) => collector.add(node, weightOf[fields] ?? 0, fields));
  }
  return { word, isJoined, matches: collector.finish() };
}

/** By sum of fields: the weight of the best of them. */
function weightsOfFields(match: number, isJoined: boolean): Uint16Array {
  return Uint16Array.from({ length: FIELD_SUMS }, (_, sum) => {
    const matched = FIELDS.filter((field) => (sum & WORD_FIELDS[field]) !== 0 && (!isJoined || field === 'name'));
    return matched.reduce((best, field) => Math.max(best, (match * SEARCH_RULES.fields[field]) / 1000), 0);
  });
}

/** The word without the longest ending that leaves enough of it. */
function stemOf(word: string): string {
  for (let length = SEARCH_RULES.least_stem.characters; length < word.length; length++) {
    if (ENDINGS.has(word.slice(length))) return word.slice(0, length);
  }
  return word;
}

function matchOf(stored: string, word: string, stem: string): 'same' | 'inflected' | 'prefix' | undefined {
  if (stored === word) return 'same';
  if (stem.length >= SEARCH_RULES.least_stem.characters && ENDINGS.has(stored.slice(stem.length))) return 'inflected';
  if (word.length >= SEARCH_RULES.least_prefix.characters && stored.startsWith(word)) return 'prefix';
  return undefined;
}
