import type { Fragment } from './detectors.ts';
import { type Code, leavesIn, lineOf, spanOf } from './leaves/leaves.ts';
import type { Links } from './linked.ts';

/** Pairs with less code on either side are not counted, as in the definition of blocks. */
export const LEAST_LEAVES = 30;
/** Share of the code from which a pair is covered. */
export const COVERED = 0.8;

export const NOT_ATTRIBUTED = 'not attributed';

/** A pair that is not covered. */
export interface Missed {
  sides: readonly [Fragment, Fragment];
  codes: readonly [Code, Code];
  /** Tokens of the longest run of complete statements, members or items that is not covered, on the smaller side. */
  run: number;
  links: Links;
  /** With the smallest sizes of declarations and blocks. */
  smallest: () => Links;
  /** Statuses of the files of both sides. */
  statuses: readonly string[];
}

/** The known limit that explains why a pair is not covered. */
export function causeOf({ sides: [one, other], codes, run, links, smallest, statuses }: Missed): string {
  const unread = statuses.find((status) => status !== 'analyzed');
  if (unread !== undefined) return `file is ${unread}`;
  const linesOf = (range: Fragment, inUnits: boolean) => {
    const code = range === one ? codes[0] : codes[1];
    return (inUnits ? leavesInUnits(code, range) : leavesIn(code, spanOf(range))).map(lineOf);
  };
  const isCovered = (by: Links, inUnits: boolean) =>
    by.coverage(one, other, (range) => linesOf(range, inUnits)) >= COVERED;
  const isSmall = [one, other].some((range) => linesOf(range, true).length < LEAST_LEAVES);
  if (isSmall || isCovered(links, true)) return 'parts of statements';
  if (run < LEAST_LEAVES || isCovered(smallest(), false) || isCovered(smallest(), true)) return 'below the sizes';
  return NOT_ATTRIBUTED;
}

/** Tokens in statements, members and items that are completely in a range. */
function leavesInUnits(code: Code, range: Fragment): number[] {
  const span = spanOf(range);
  const units = code.lists.flat().filter(({ from, to }) => from >= span.from && to <= span.to);
  return leavesIn(code, span).filter((at) => units.some(({ from, to }) => at >= from && at < to));
}
