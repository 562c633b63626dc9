import type { GroupKind } from '#scan/model.ts';

/**
 * The kind of a group in lists for people.
 *
 * @param similarity of the occurrences of a near group, in thousandths
 */
export function kindWord(kind: GroupKind, similarity: readonly number[] = []): string {
  switch (kind) {
    case 'function-body':
      return 'identical';
    case 'function-shape':
      return 'renamed';
    case 'near':
      return `edited ${percent(similarity.reduce((a, b) => Math.min(a, b), 1000))}`;
    case 'block':
      return 'block';
    case 'block-shape':
      return 'renamed block';
  }
}

/** @param similarity in thousandths */
export function percent(similarity: number): string {
  return `${Math.floor(similarity / 10)} %`;
}
