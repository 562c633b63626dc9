import { compareBytes } from '@analyzer/contracts';
import { DRAFT_LANGUAGES } from '#languages/draft-rules.ts';
import type { Draft, DraftParameter } from './model.ts';

/**
 * How little a draft needs, easiest first: nothing differs; literals and names are given by value; some expressions are
 * given as functions.
 */
export const EASES = ['identical', 'values', 'functions'] as const;
export type Ease = (typeof EASES)[number];

export function easeOf({ parameters }: { parameters: readonly Pick<DraftParameter, 'kind'>[] }): Ease {
  if (parameters.length === 0) return 'identical';
  return parameters.some(({ kind }) => kind === 'function') ? 'functions' : 'values';
}

/**
 * What a draft needs at most, without its source.
 *
 * @param kinds of what differs; `code` is not known
 * @returns undefined if that is not known
 */
export function easeOfKinds(kinds: readonly string[]): Ease | undefined {
  if (kinds.length === 0) return 'identical';
  return kinds.every((kind) => kind === 'literal' || kind === 'name') ? 'values' : undefined;
}

/** Eases that the kind of a group tells. */
export const KNOWN_EASES = ['identical', 'values'] as const satisfies readonly Ease[];
export type KnownEase = (typeof KNOWN_EASES)[number];

/**
 * What a draft of a group needs at most, as its kind tells; the places in which edited copies differ are not known.
 *
 * @param language class of the copies
 * @param isOfBlocks whether its copies are blocks or callbacks, of which no draft is written
 */
export function easeOfGroup(kind: string, language: string, isOfBlocks: boolean): KnownEase | undefined {
  if (isOfBlocks || !DRAFT_LANGUAGES.includes(language)) return undefined;
  if (kind === 'function-body') return 'identical';
  return kind === 'function-shape' ? 'values' : undefined;
}

/** The easiest draft first; of equal ones the one that saves most lines, then by id. */
export function compareEase(one: Draft, other: Draft): number {
  const rank = (draft: Draft) => EASES.indexOf(easeOf(draft));
  return (
    rank(one) - rank(other) ||
    (other.written?.lines_saved ?? 0) - (one.written?.lines_saved ?? 0) ||
    compareBytes(one.group.id, other.group.id)
  );
}
