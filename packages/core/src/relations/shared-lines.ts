import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { Occurrence, RelationInput } from './relation-input.ts';

/** Two files that groups of copies connect. */
export interface SharedLines {
  left: number;
  /** Larger than `left`. */
  right: number;
  /** The lines in their common groups, of the file that has fewer of them. */
  lines: number;
}

interface Ranges {
  left: Occurrence[];
  right: Occurrence[];
}

/** The pairs of files with the most shared lines first, and the number of groups and pairs that are left out. */
export function sharedLines({ files, groups, identical }: RelationInput): { pairs: SharedLines[]; leftOut: number } {
  const { most_occurrences, most_file_pairs } = RELATION_RULES.candidates;
  const ranges = new Map<number, Ranges>();
  const add = (occurrences: readonly Occurrence[]) => {
    for (const left of occurrences) {
      for (const right of occurrences) {
        if (left.file >= right.file) continue;
        const key = left.file * files.length + right.file;
        const its = ranges.get(key) ?? { left: [], right: [] };
        ranges.set(key, its);
        its.left.push(left);
        its.right.push(right);
      }
    }
  };
  let leftOut = 0;
  const all = (file: number): Occurrence => ({ file, start: 1, end: files[file]?.lines ?? 0 });
  for (const occurrences of [...groups.map((it) => it.occurrences), ...identical.map((its) => its.map(all))]) {
    if (occurrences.length > most_occurrences) leftOut++;
    else add(occurrences);
  }
  const pairs = Array.from(ranges, ([key, its]): SharedLines => {
    const [left, right] = [Math.floor(key / files.length), key % files.length];
    return { left, right, lines: Math.min(linesIn(its.left), linesIn(its.right)) };
  });
  pairs.sort((a, b) => b.lines - a.lines || a.left - b.left || a.right - b.right);
  leftOut += Math.max(0, pairs.length - most_file_pairs);
  return { pairs: pairs.slice(0, most_file_pairs), leftOut };
}

/** The number of lines in ranges, each line once. */
export function linesIn(ranges: readonly { start: number; end: number }[]): number {
  let [lines, last] = [0, 0];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (end <= last) continue;
    lines += end - Math.max(last, start - 1);
    last = end;
  }
  return lines;
}
