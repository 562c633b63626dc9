import type { Group } from '../model.ts';

/** Where an occurrence is: the number of its file, and its range. */
export interface OccurrenceRange {
  file: number;
  start: number;
  end: number;
}

interface RangedGroup {
  group: Pick<Group, 'kind' | 'similarity'>;
  /** In the order of the group's occurrences. */
  ranges: readonly OccurrenceRange[];
}

/** Twentieths of what two declarations share that an inner group must have: the rest is a header or a frame. */
const MIN_TWENTIETHS = 17;
/** The same, if the rests of the two, without the inner group, are not similar. */
const MIN_TWENTIETHS_OF_DIFFERENT = 13;
const ALL = 1000;

/**
 * Whether a group of declarations represents a `near` group around it: it is more similar, and of the bytes that each
 * declaration of that group shares with the first one, it has 85 %, or 65 % if the rests of the two are not similar, so that only
 * this part makes them so. Two sizes a and b with the similarity s share s(a + b) / (1 + s).
 *
 * @param inner each of its occurrences lies in a different occurrence of `outer`
 */
export function representsShared(inner: RangedGroup, outer: RangedGroup): boolean {
  const { kind, similarity } = outer.group;
  const [first, ...others] = outer.ranges;
  if (kind !== 'near' || similarity === undefined || first === undefined || !areDeclarations(inner)) return false;
  if (inner.ranges.length !== outer.ranges.length) return false;
  const least = inner.group.similarity?.reduce((a, b) => Math.min(a, b), ALL) ?? ALL;
  return others.every((range, index) => {
    const its = similarity[index + 1] ?? ALL;
    if (its >= least) return false;
    const sizes = sizeOf(first) + sizeOf(range);
    const parts = sizeIn(first, inner.ranges) + sizeIn(range, inner.ranges);
    // Bytes times a common denominator, which keeps all numbers whole.
    const shared = its * sizes * (ALL + least);
    const part = least * parts * (ALL + its);
    const isRestDifferent = 3 * (shared - part) < (sizes - parts) * (ALL + its) * (ALL + least);
    return part * 20 >= shared * (isRestDifferent ? MIN_TWENTIETHS_OF_DIFFERENT : MIN_TWENTIETHS);
  });
}

function areDeclarations({ group: { kind } }: RangedGroup): boolean {
  return kind === 'near' || kind === 'function-body' || kind === 'function-shape';
}

/** Bytes of the largest of the ranges in another one, 0 for none. */
function sizeIn({ file, start, end }: OccurrenceRange, ranges: readonly OccurrenceRange[]): number {
  const inside = ranges.filter((it) => it.file === file && it.start >= start && it.end <= end);
  return inside.reduce((most, it) => Math.max(most, sizeOf(it)), 0);
}

function sizeOf({ start, end }: OccurrenceRange): number {
  return end - start;
}
