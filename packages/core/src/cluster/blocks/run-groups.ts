import type { RunOccurrence } from './occurrences.ts';
import type { BlockKind } from './seeds.ts';

type Compared = Pick<RunOccurrence, 'units' | 'shape' | 'around'>;

export interface RunGroup<Occurrence> {
  /** SHA-256, 64 hex digits. */
  fingerprint: string;
  occurrences: Occurrence[];
}

/**
 * The groups of the occurrences of a maximal run with enough 5-grams (docs/use/copies.md): of the kind `block` one, unless all
 * are at the same offset of equal units; of the kind `block-shape` one for each consistent renaming, unless all are equal.
 *
 * @param occurrences in the order of projects, files and positions
 */
export function groupsOfRun<Occurrence extends Compared>(
  kind: BlockKind,
  occurrences: readonly Occurrence[],
): RunGroup<Occurrence>[] {
  if (kind === 'block') {
    const fingerprint = occurrences[0]?.units ?? '';
    return isInEqualUnits(occurrences) ? [] : [{ fingerprint, occurrences: [...occurrences] }];
  }
  if (areSame(occurrences)) return [];
  const classes = new Map<string, Occurrence[]>();
  for (const its of occurrences) {
    const known = classes.get(its.shape);
    if (known === undefined) classes.set(its.shape, [its]);
    else known.push(its);
  }
  return [...classes]
    .filter(([, its]) => its.length > 1 && !areSame(its) && !isInEqualUnits(its))
    .map(([fingerprint, its]) => ({ fingerprint, occurrences: its }));
}

function areSame([first, ...others]: readonly Compared[]): boolean {
  return others.every(({ units }) => units === first?.units);
}

/** The equal units are the larger copy. */
function isInEqualUnits([first, ...others]: readonly Compared[]): boolean {
  return first?.around !== undefined && others.every(({ around }) => around === first.around);
}
