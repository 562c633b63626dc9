import type { Replaced } from './differences.ts';
import type { MatchedFiles } from './model.ts';

/** Names of functions that only one side has. */
const SHOWN_NAMES = 3;

/** The names of the functions and methods that only one file of each pair has. */
export interface OnlyNames {
  left: string[];
  right: string[];
}

/**
 * What differs between the two sides of a relation, in one sentence: the functions and methods in both, those in one of them, and
 * the words that one has instead of those of the other.
 */
export function differsText(
  sides: readonly string[],
  pairs: readonly MatchedFiles[],
  { left: onlyLeft, right: onlyRight }: OnlyNames,
  replaced: readonly Replaced[],
): string | undefined {
  const [left = '', right = ''] = shortNames(sides);
  const sum = (count: (pair: MatchedFiles) => number) => pairs.reduce((total, pair) => total + count(pair), 0);
  const [same, edited] = [sum((it) => it.same), sum((it) => it.edited)];
  const counts = [...(same > 0 ? [`${same} the same`] : []), ...(edited > 0 ? [`${edited} edited`] : [])];
  const words = replaced.map((it) => `\`${it.right}\` for \`${it.left}\``);
  const parts = [
    ...(counts.length > 0 ? [`functions: ${counts.join(', ')}`] : []),
    ...onlyText(left, onlyLeft),
    ...onlyText(right, onlyRight),
    ...(words.length > 0 ? [`${right} has ${words.join(' and ')}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** @param found names of functions: a function and one within it can have the same */
function onlyText(side: string, found: readonly string[]): string[] {
  const names = [...new Set(found)];
  if (names.length === 0) return [];
  const rest = names.length - SHOWN_NAMES;
  return [`only in ${side}: ${names.slice(0, SHOWN_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
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
