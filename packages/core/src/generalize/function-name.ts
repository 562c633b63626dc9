import { sharedWords, wordsOf } from './words.ts';

/** Words that say little alone. */
const WEAK: ReadonlySet<string> = new Set(
  'add as build by check create do for from get handle has init is make of on parse process read run set test to update visit with write'.split(
    ' ',
  ),
);
/** Of a name that joins two. */
const MAX_WORDS = 6;

/**
 * The words of a name for the function that copies share: those that their names have in common, or both names.
 *
 * @param names of the copies, qualified, the leader first
 */
export function functionWords(names: readonly string[]): string[] {
  const words = names.map((name) => wordsOf(name.split('.').at(-1) ?? name));
  const [first = [], second = []] = words;
  if (words.every((its) => its.join('\0') === first.join('\0'))) return ['shared', ...first];
  const common = sharedWords(words);
  if (isTelling(common)) return common;
  if (words.length === 2) {
    const both = joined(first, second);
    if (both.length <= MAX_WORDS) return both;
  }
  const frequent = first.filter((word) => words.filter((its) => its.includes(word)).length * 2 > words.length);
  if (isTelling(frequent)) return frequent;
  return ['shared', ...(common.length > 0 ? common : first)];
}

function isTelling(words: readonly string[]): boolean {
  return words.length > 1 || words.some((word) => word.length > 1 && !WEAK.has(word.toLowerCase()));
}

/** `rejectMessage` and `requeueMessage` → `reject`, `or`, `requeue`, `message`. */
function joined(one: readonly string[], other: readonly string[]): string[] {
  let start = 0;
  while (start < one.length - 1 && start < other.length - 1 && one[start] === other[start]) start++;
  return [...one, 'or', ...other.slice(start)];
}
