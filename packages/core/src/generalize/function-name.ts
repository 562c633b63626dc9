import type { Copy } from './copy.ts';
import { commentWords, doneWords, isCheck, positionWords, returnedWords } from './run-words.ts';
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
 * The words of a name for the function that copies share: those that their names have in common, both names, or those of
 * the class or file around them.
 *
 * @param names of the copies, qualified, the leader first
 * @param path of the file with the function
 */
export function functionWords(names: readonly string[], path: string): string[] {
  const own = [...new Set(names.map((name) => lastOf(name)))];
  const words = own.map(wordsOf);
  const [first = [], second = []] = words;
  if (own.length === 1) return ['shared', ...first];
  const common = sharedWords(words);
  if (isTelling(common)) return common;
  if (words.length === 2) {
    const both = joined(first, second);
    if (both.length <= MAX_WORDS) return both;
  }
  const frequent = first.filter((word) => words.filter((its) => its.includes(word)).length * 2 > words.length);
  if (isTelling(frequent)) return frequent;
  if (common.length > 0) return ['shared', ...common];
  const around = sharedWords(
    [...new Set(names.map((name) => wordsOf(classOf(name)).join(' ')))].map((it) => it.split(' ')),
  );
  const isOfClass = around.join('') !== '';
  return ['shared', ...(isOfClass ? around : wordsOf(path.replace(/^.*\//, '').replace(/\..*$/, '')))];
}

/**
 * The words of a name for a run of statements: what it gives (`get`, `total`), what the comment above it says, what it sets or
 * checks, or the words of the functions around it.
 */
export function blockWords(leader: Copy, names: readonly string[], path: string): string[] {
  const results = leader.block?.results ?? [];
  const [first = [], ...others] = results.map(({ name }) => wordsOf(name)).filter((its) => its.length > 0);
  if (first.length > 0) return ['get', ...first, ...others.flatMap((its) => ['and', ...its])];
  const said = commentWords(leader);
  if (said.length > 0) return said;
  const returned = returnedWords(leader);
  if (returned.length > 0) return returned;
  const done = doneWords(leader);
  if (done.length > 1) return done;
  const named = names.filter((name) => name !== '');
  const words = named.length > 0 ? functionWords(named, path) : wordsOf(path.replace(/^.*\//, '').replace(/\..*$/, ''));
  const around = words[0] === 'shared' && words.length > 1 ? words.slice(1) : words;
  const isOfChecks = leader.body.children.every((it) => isCheck(it, leader));
  if (isOfChecks) return ['check', ...around.filter((it) => !/^tests?$/i.test(it))];
  const position = positionWords(leader);
  return position.length > 0 ? [...position, ...around] : [...around, 'part'];
}

function lastOf(name: string): string {
  return name.split('.').at(-1) ?? name;
}

function classOf(name: string): string {
  return name.split('\\').at(-1)?.split('.').at(-2) ?? '';
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
