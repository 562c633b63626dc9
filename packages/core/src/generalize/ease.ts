import { compareBytes } from '@analyzer/contracts';
import type { Draft } from './model.ts';

/**
 * How little a draft needs, easiest first: nothing differs; literals and names are given by value; some expressions are
 * given as functions.
 */
export const EASES = ['identical', 'values', 'functions'] as const;
export type Ease = (typeof EASES)[number];

export function easeOf({ parameters }: Pick<Draft, 'parameters'>): Ease {
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

/** The easiest draft first; of equal ones the one that saves most lines, then by id. */
export function compareEase(one: Draft, other: Draft): number {
  const rank = (draft: Draft) => EASES.indexOf(easeOf(draft));
  return (
    rank(one) - rank(other) ||
    (other.written?.lines_saved ?? 0) - (one.written?.lines_saved ?? 0) ||
    compareBytes(one.group.id, other.group.id)
  );
}
