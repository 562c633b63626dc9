import type { Change, Range } from '#relate/align/align.ts';

/** A range of lines before a change of its file. */
export interface EarlierRange {
  /** Undefined if the change wrote more than half of the lines. */
  range: Range | undefined;
  isEdited: boolean;
}

/**
 * Where a range of lines was before its file changed.
 *
 * @param changes from the earlier lines to the later ones
 * @param lines the later ones, without layout; empty lines have no weight
 * @param range of the later lines
 */
export function earlierRange(changes: readonly Change[], lines: readonly string[], range: Range): EarlierRange {
  let [start, end] = [-1, -1];
  let [equal, weight] = [0, 0];
  let [left, right] = [0, 0];
  const take = (count: number) => {
    const [from, to] = [Math.max(right, range.start), Math.min(right + count, range.end)];
    if (from >= to) return;
    if (start < 0) start = left + from - right;
    end = left + to - right;
    equal += to - from;
    weight += weightOf(lines, { start: from, end: to });
  };
  for (const change of changes) {
    take(change.right.start - right);
    [left, right] = [change.left.end, change.right.end];
  }
  take(Number.POSITIVE_INFINITY);
  const isNew = start < 0 || 2 * weight < weightOf(lines, range);
  const isEdited = equal < range.end - range.start || end - start > equal;
  return { range: isNew ? undefined : { start, end }, isEdited };
}

function weightOf(lines: readonly string[], { start, end }: Range): number {
  let weight = 0;
  for (let at = start; at < end; at++) if (lines[at] !== '') weight++;
  return weight;
}
