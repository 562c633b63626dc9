import type { Differences } from './differences.ts';
import type { MatchedFiles } from './model.ts';

/**
 * What differs between the sides of a relation, in one sentence: the functions and methods in both, those in one of them, and
 * the words that one has instead of those of the other, or more.
 *
 * @param differences undefined if there are more than two sides
 */
export function differsText(
  sides: readonly string[],
  pairs: readonly MatchedFiles[],
  differences: Differences | undefined,
): string | undefined {
  const [left = '', right = ''] = shortNames(sides);
  const sum = (count: (pair: MatchedFiles) => number) => pairs.reduce((total, pair) => total + count(pair), 0);
  const only = (count: number, side: string) =>
    differences === undefined || count === 0 ? [] : [`${count} only in ${side}`];
  const [same, edited] = [sum((it) => it.same), sum((it) => it.edited)];
  const counts = [
    ...(same > 0 ? [`${same} the same`] : []),
    ...(edited > 0 ? [`${edited} edited`] : []),
    ...only(
      sum((it) => it.only_left),
      left,
    ),
    ...only(
      sum((it) => it.only_right),
      right,
    ),
  ];
  const parts = [
    ...(counts.length > 0 ? [`functions: ${counts.join(', ')}`] : []),
    ...wordsText(right, differences?.right ?? [], differences?.replaced ?? []),
    ...wordsText(left, differences?.left ?? [], []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

function wordsText(side: string, words: readonly string[], replaced: Differences['replaced']): string[] {
  const texts = [
    ...words.map((it) => `\`${it}\``),
    ...replaced.map(({ left, right }) => `\`${right}\` for \`${left}\``),
  ];
  const last = texts.pop();
  if (last === undefined) return [];
  return [`${side} has ${texts.length === 0 ? '' : `${texts.join(', ')} and `}${last}`];
}

/** Of two paths what is between their equal ends, such as `pg` and `neon` of `src/pg/index.ts` and `src/neon/index.ts`, else the last names. */
function shortNames(sides: readonly string[]): readonly string[] {
  const names = sides.map((side) => side.slice(side.lastIndexOf('/') + 1));
  if (new Set(names).size === sides.length) return names;
  const split = sides.map((side) => side.split('/'));
  const areEqual = (at: number) => split.every((its) => its.length > 1 && its.at(at) === split[0]?.at(at));
  while (areEqual(-1)) for (const its of split) its.pop();
  while (areEqual(0)) for (const its of split) its.shift();
  return split.map((its) => its.join('/'));
}
