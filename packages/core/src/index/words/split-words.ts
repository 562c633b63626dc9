/** Longer words are not names but data, such as hashes. A key of an index of PostgreSQL has at most 2,704 bytes. */
export const MAX_WORD = 64;

/** Words in a name: `XMLHttpRequest2`, `parse_json`, `retry-after`. */
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lt}\p{Lm}\p{Lo}\p{M}]+/gu;

const LETTER_OR_DIGIT = /^[a-z0-9]$/;

/** A name split into words, and the words without separators. */
export interface SplitName {
  /** In lower case, in their order, without single letters and digits. */
  words: string[];
  /** The complete name if it has several parts; undefined if it is one word, or too long. */
  joined: string | undefined;
}

/** Splits a name at separators, between cases and around digits. */
export function splitName(text: string): SplitName {
  const parts = text.normalize('NFKC').match(WORDS)?.map(lowered) ?? [];
  const joined = parts.length > 1 ? parts.join('') : undefined;
  return {
    words: parts.filter((part) => part.length <= MAX_WORD && !LETTER_OR_DIGIT.test(part)),
    joined: joined !== undefined && joined.length <= MAX_WORD ? joined : undefined,
  };
}

function lowered(text: string): string {
  return text.toLowerCase();
}
