import { compareBytes } from '@analyzer/contracts/order';
import { RELATION_RULES } from '#languages/relation-rules.ts';
import { withoutWords } from '#lists/async-twins.ts';
import { alignedItems } from './aligned-items.ts';
import type { ComparedFiles } from './compared-files.ts';
import type { FilePair } from './folder-pairs.ts';

/** Words that the sides of a relation have in the same places instead of one another. */
export interface Replaced {
  left: string;
  right: string;
}

/** Numbers of places by words. */
type Counts = Map<string, number>;

/** Between the words of both sides in a key. It sorts before all that words have. */
const BETWEEN = '\n';
/** Names with dots, and other bytes that are not blank. */
const TOKENS = /[A-Za-z_$][A-Za-z0-9_$]*(?:\.[A-Za-z_$][A-Za-z0-9_$]*)*|[^ \t\r\n\f\v]/g;
const WORD = /^[A-Za-z_$]/;

/** The most frequent differences of aligned words in lines between aligned lines, those that are mostly the only ones. */
export async function replacedWords(pairs: readonly FilePair[], compared: ComparedFiles): Promise<Replaced[]> {
  const counts: Counts = new Map();
  for (const { left, right } of pairs) {
    const lines = [await compared.linesOf(left), await compared.linesOf(right)] as const;
    addDifferences(...lines, compared, counts);
  }
  return mostFrequent(counts);
}

function addDifferences(left: Uint32Array, right: Uint32Array, compared: ComparedFiles, counts: Counts): void {
  if (left.length * right.length > RELATION_RULES.differs.most_cells) return;
  const tokensOf = (lines: Uint32Array) => [...lines].flatMap((it) => compared.textOf(it).match(TOKENS) ?? []);
  let [from, other] = [0, 0];
  for (const [at, its] of [...alignedItems(left, right), [left.length, right.length] as const]) {
    if (at > from && its > other) {
      addWords(tokensOf(left.subarray(from, at)), tokensOf(right.subarray(other, its)), counts);
    }
    [from, other] = [at + 1, its + 1];
  }
}

/** Code that is mostly different says nothing. */
function addWords(left: string[], right: string[], counts: Counts): void {
  const { most_tokens, equal_percent } = RELATION_RULES.differs;
  if (left.length > most_tokens || right.length > most_tokens) return;
  const numbers = new Map<string, number>();
  const numbered = (tokens: string[]) => Uint32Array.from(tokens, (it) => numberOf(it, numbers));
  const aligned = alignedItems(numbered(left), numbered(right));
  if (aligned.length * 100 < Math.max(left.length, right.length) * equal_percent) return;
  let [from, other] = [0, 0];
  for (const [at, its] of [...aligned, [left.length, right.length] as const]) {
    addDifference(wordsIn(left.slice(from, at)), wordsIn(right.slice(other, its)), counts);
    [from, other] = [at + 1, its + 1];
  }
}

/** Words are paired from the end, if there are as many of both sides, or the last ones have a part in common. */
function addDifference(
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
  counts: Counts,
): void {
  if (left === undefined || right === undefined) return;
  let paired = Math.min(left.length, right.length);
  if (paired > 0 && left.length !== right.length && !haveCommonPart(left.at(-1), right.at(-1))) {
    add(counts, `${left.join(' ')}${BETWEEN}${right.join(' ')}`);
    return;
  }
  for (; paired > 0; paired--) {
    add(counts, differentParts(left.at(-paired), right.at(-paired)).join(BETWEEN));
  }
}

function haveCommonPart(left = '', right = ''): boolean {
  const [one, other] = [left.split('.'), right.split('.')];
  return one[0] === other[0] || one.at(-1) === other.at(-1);
}

/** Without other tokens around the words. @returns undefined for more than two words, or others between them */
function wordsIn(tokens: readonly string[]): readonly string[] | undefined {
  const first = tokens.findIndex((it) => WORD.test(it));
  if (first < 0) return [];
  const words = tokens.slice(first, tokens.findLastIndex((it) => WORD.test(it)) + 1);
  return words.length <= 2 && words.every((it) => WORD.test(it)) ? words : undefined;
}

/** Names without equal parts at their start, then at their end: `asyncio.client` and `client` of `redis.asyncio.client` and `redis.client`. */
function differentParts(left = '', right = ''): [left: string, right: string] {
  const [one, other] = [left.split('.'), right.split('.')];
  const areLonger = () => one.length > 1 && other.length > 1;
  while (areLonger() && one[0] === other[0]) {
    one.shift();
    other.shift();
  }
  while (areLonger() && one.at(-1) === other.at(-1)) {
    one.pop();
    other.pop();
  }
  return [one.join('.'), other.join('.')];
}

function add(counts: Counts, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function numberOf(token: string, numbers: Map<string, number>): number {
  const number = numbers.get(token) ?? numbers.size;
  numbers.set(token, number);
  return number;
}

/**
 * Names that have a word in common, have this counterpart in most of their places, and are not the same without words of
 * asynchronous code.
 */
function mostFrequent(counts: Counts): Replaced[] {
  const { least, most_replaced, same_percent } = RELATION_RULES.differs;
  const all = [...counts].map(([key, count]) => {
    const [left = '', right = ''] = key.split(BETWEEN);
    return { key, left, right, count };
  });
  const ofSide = { left: new Map<string, number>(), right: new Map<string, number>() };
  for (const { left, right, count } of all) {
    ofSide.left.set(left, (ofSide.left.get(left) ?? 0) + count);
    ofSide.right.set(right, (ofSide.right.get(right) ?? 0) + count);
  }
  const isMost = (count: number, total = 0) => count * 100 >= total * same_percent;
  const frequent = all.filter(({ left, right, count }) => {
    const isOnly = isMost(count, ofSide.left.get(left)) && isMost(count, ofSide.right.get(right));
    return count >= least && isOnly && haveCommonWord(left, right) && withoutWords(left) !== withoutWords(right);
  });
  frequent.sort((a, b) => b.count - a.count || compareBytes(a.key, b.key));
  return frequent.slice(0, most_replaced).map(({ left, right }) => ({ left, right }));
}

/** Such as `BaseFilter` and `FormFilter`: other names in the same place are mostly other code. */
function haveCommonWord(left: string, right: string): boolean {
  const words = wordsOf(right);
  return wordsOf(left).some((it) => words.includes(it));
}

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((it) => it.toLowerCase());
}
