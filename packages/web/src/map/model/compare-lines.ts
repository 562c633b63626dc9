import { commonPairs, linePairs } from './line-diff.ts';
import { align, type Comparison, type Copy, cut, linesOf, type Row, type Side, type Span } from './rows.ts';

/**
 * Compares two copies line by line: lines that are equal except layout are aligned, and between them the most similar
 * ones. The words that differ in two aligned lines are marked, and the lines that only one copy has.
 *
 * @param left undefined if there is no copy on this side
 */
export function compareLines(left: Copy | undefined, right: Copy | undefined): Comparison {
  const a = left === undefined ? [] : linesOf(left);
  const b = right === undefined ? [] : linesOf(right);
  const [firstLeft, firstRight] = [left?.firstLine ?? 1, right?.firstLine ?? 1];
  const [wordsA, wordsB] = [a.map(wordsOf), b.map(wordsOf)];
  const keys = (lines: Word[][]) => lines.map((words) => words.map(({ text }) => text).join(' '));
  const pairs = withSimilar(linePairs(keys(wordsA), keys(wordsB)), wordsA, wordsB);
  const lines = { changed: 0, onlyLeft: 0, onlyRight: 0 };
  let layoutOnly = 0;
  const rows = align(a, b, pairs, 'apart').map(([l, r]): Row => {
    if (l === undefined || r === undefined) return only(l, r);
    const [marksLeft, marksRight] = differingWords(wordsA[l] ?? [], wordsB[r] ?? []);
    const same = a[l] === b[r];
    const isChanged = marksLeft.length + marksRight.length > 0;
    if (isChanged) lines.changed++;
    else if (!same) layoutOnly++;
    return {
      left: { line: firstLeft + l, pieces: cut(a[l] ?? '', marksLeft) },
      right: { line: firstRight + r, pieces: cut(b[r] ?? '', marksRight) },
      same,
    };
  });
  const differing = lines.changed + lines.onlyLeft + lines.onlyRight;
  return { rows, differing, replaced: [], layoutOnly, by: 'lines', lines };

  function only(l: number | undefined, r: number | undefined): Row {
    const side = (text: string, line: number): Side => ({ line, pieces: text === '' ? [] : [{ text, mark: 'only' }] });
    if (l !== undefined) {
      if ((wordsA[l] ?? []).length > 0) lines.onlyLeft++;
      return { left: side(a[l] ?? '', firstLeft + l), same: false };
    }
    if ((wordsB[r ?? -1] ?? []).length > 0) lines.onlyRight++;
    return { right: side(b[r ?? -1] ?? '', firstRight + (r ?? 0)), same: false };
  }
}

interface Word {
  text: string;
  from: number;
}

/** Names, numbers, and single other characters, without white space. */
function wordsOf(line: string): Word[] {
  return [...line.matchAll(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)].map((it) => ({ text: it[0], from: it.index }));
}

/** Longest gap, in lines of one side, in which similar lines are searched. */
const MAX_GAP = 60;

/** Adds pairs of similar lines between pairs of equal ones. */
function withSimilar(equal: readonly [number, number][], a: Word[][], b: Word[][]): [number, number][] {
  const pairs: [number, number][] = [];
  let [l, r] = [0, 0];
  for (const [x, y] of [...equal, [a.length, b.length] as const]) {
    if (x - l <= MAX_GAP && y - r <= MAX_GAP) {
      for (const [i, j] of mostSimilar(a.slice(l, x), b.slice(r, y))) pairs.push([l + i, r + j]);
    }
    if (x < a.length && y < b.length) pairs.push([x, y]);
    [l, r] = [x + 1, y + 1];
  }
  return pairs;
}

/** Pairs of similar lines, ascending in both lists, with the largest sum of similarities. */
function mostSimilar(a: Word[][], b: Word[][]): [number, number][] {
  const width = b.length + 1;
  const best = new Float64Array((a.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const similarities = a.map((left) => b.map((right) => similarity(left, right)));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const own = similarities[i]?.[j] ?? 0;
      const paired = own >= SIMILAR ? own + at(i + 1, j + 1) : 0;
      best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (at(i, j) === at(i + 1, j)) i++;
    else if (at(i, j) === at(i, j + 1)) j++;
    else pairs.push([i++, j++]);
  }
  return pairs;
}

/** Least share of common words in two lines that are a changed line. */
const SIMILAR = 0.5;

function similarity(a: readonly Word[], b: readonly Word[]): number {
  const counts = new Map<string, number>();
  for (const { text } of a) counts.set(text, (counts.get(text) ?? 0) + 1);
  let common = 0;
  for (const { text } of b) {
    const left = counts.get(text) ?? 0;
    if (left > 0) common++;
    counts.set(text, left - 1);
  }
  return a.length + b.length === 0 ? 0 : (2 * common) / (a.length + b.length);
}

/** Marks of the words of each line that the other one does not have. */
function differingWords(a: readonly Word[], b: readonly Word[]): [Span[], Span[]] {
  const texts = (words: readonly Word[]) => words.map(({ text }) => text);
  const common = commonPairs(texts(a), texts(b));
  const marks = (words: readonly Word[], side: 0 | 1) => {
    const same = new Set(common.map((pair) => pair[side]));
    const others = words.filter((_, index) => !same.has(index));
    return others.map(({ text, from }): Span => ({ from, to: from + text.length, mark: 'differs' }));
  };
  return [marks(a, 0), marks(b, 1)];
}
