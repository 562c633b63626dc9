import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { align } from './align.ts';

/** Complete lines of a file, both inclusive. */
export interface LineRange {
  first: number;
  last: number;
}

/** A declaration with its leaves. */
export interface AlignedCode extends LineRange {
  leaves: TokenRecord;
}

/** Names that count as equal, as for the similarity of declarations (docs/use/copies.md). */
const ANY_NAME: ReadonlySet<TokenRole> = new Set(['variable', 'type', 'label', 'self']);

/**
 * The lines that two similar declarations share: lines with equal leaves, aligned in order. Lines without leaves, such
 * as comments, count between two lines that follow each other on both sides.
 *
 * @returns ascending, by declaration
 */
export function equalLines(one: AlignedCode, other: AlignedCode): [one: LineRange[], other: LineRange[]] {
  const [left, right] = [linesOf(one.leaves), linesOf(other.leaves)];
  const ranges: [LineRange[], LineRange[]] = [[], []];
  let [x, y] = [0, 0];
  const end = { left: { start: left.keys.length, end: 0 }, right: { start: right.keys.length, end: 0 } };
  for (const change of [...align(left.keys, right.keys), end]) {
    if (change.left.start > x) {
      const [starts, ends] = [x === 0 && y === 0, change === end];
      ranges[0].push(rangeOf(one, left.numbers.slice(x, change.left.start), starts, ends));
      ranges[1].push(rangeOf(other, right.numbers.slice(y, change.right.start), starts, ends));
    }
    [x, y] = [change.left.end, change.right.end];
  }
  return ranges;
}

/** The lines with leaves: their numbers, and what is compared of each. */
function linesOf({ role, kind, text, line }: TokenRecord): { numbers: number[]; keys: string[] } {
  const numbers: number[] = [];
  const keys: string[] = [];
  for (const [leaf, its] of role.entries()) {
    const key = ANY_NAME.has(its) ? `${its} ${kind[leaf]}\n` : `${its} ${kind[leaf]} ${text[leaf]}\n`;
    if (numbers.at(-1) === line[leaf]) keys[keys.length - 1] += key;
    else {
      numbers.push(line[leaf] ?? 0);
      keys.push(key);
    }
  }
  return { numbers, keys };
}

/** @param starts the equal lines are the first ones of both declarations; `ends`: the last ones */
function rangeOf(code: LineRange, numbers: readonly number[], starts: boolean, ends: boolean): LineRange {
  return {
    first: starts ? code.first : (numbers[0] ?? code.first),
    last: ends ? code.last : (numbers.at(-1) ?? code.last),
  };
}
