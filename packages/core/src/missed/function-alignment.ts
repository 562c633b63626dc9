import { FUNCTION_RULES } from '#languages/missed-rules.ts';
import { align, type Change } from '#relate/align/align.ts';
import type { Hunk } from './hunks.ts';
import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Renaming, type Window } from './window.ts';

/** The elements of two similar functions that correspond: equal apart from names, or one instead of the other. */
export class FunctionAlignment {
  /** Of the names that correspond. */
  readonly renaming: Renaming;
  /** In percent (Dice coefficient of the elements). */
  readonly similarity: number;
  readonly #vocabulary: Vocabulary;
  readonly #old: Statements;
  readonly #other: Statements;
  /** The first element of the old function. */
  readonly #start: number;
  /** By element of the old function: the one that is equal apart from the name; -1 for none. */
  readonly #equal: Int32Array;
  /** The same, with elements between equal ones of which both functions have the same number. */
  readonly #instead: Int32Array;

  private constructor(vocabulary: Vocabulary, old: Statements, around: Window, other: Statements, its: Window) {
    this.#vocabulary = vocabulary;
    this.#old = old;
    this.#other = other;
    const [from, to] = [old.from[around.start] ?? 0, old.from[around.end] ?? 0];
    const [itsFrom, itsTo] = [other.from[its.start] ?? 0, other.from[its.end] ?? 0];
    this.#start = from;
    this.#equal = new Int32Array(to - from + 1).fill(-1);
    this.#instead = new Int32Array(to - from + 1).fill(-1);
    this.renaming = new Renaming(vocabulary);
    const bare = (elements: Int32Array) => Array.from(elements, (it) => String(vocabulary.bareOf(it)));
    let [at, there, equal] = [from, itsFrom, 0];
    const upTo = (end: number) => {
      for (; at < end; at++, there++, equal++) {
        this.#equal[at - from] = there;
        this.#instead[at - from] = there;
        this.renaming.adds(old.elements[at] ?? 0, other.elements[there] ?? 0);
      }
    };
    for (const { left, right } of align(
      bare(old.elements.subarray(from, to)),
      bare(other.elements.subarray(itsFrom, itsTo)),
    )) {
      upTo(from + left.start);
      const isSameNumber = left.end - left.start === right.end - right.start;
      for (; at < from + left.end; at++) if (isSameNumber) this.#instead[at - from] = there++;
      there = itsFrom + right.end;
    }
    upTo(to);
    this.#instead[to - from] = itsTo;
    this.similarity = Math.floor((200 * equal) / (to - from + itsTo - itsFrom));
  }

  /** @returns undefined unless the functions are similar */
  static of(
    vocabulary: Vocabulary,
    old: Statements,
    around: Window,
    other: Statements,
    its: Window,
  ): FunctionAlignment | undefined {
    const elements = old.elements.subarray(old.from[around.start], old.from[around.end]);
    const others = other.elements.subarray(other.from[its.start], other.from[its.end]);
    if (
      2 * commonElements(vocabulary, elements, others) * 100 <
      FUNCTION_RULES.similar_percent * (elements.length + others.length)
    ) {
      return undefined;
    }
    const alignment = new FunctionAlignment(vocabulary, old, around, other, its);
    const isSimilar =
      alignment.similarity >= FUNCTION_RULES.similar_percent &&
      alignment.renaming.equalPercent >= FUNCTION_RULES.equal_names_percent;
    return isSimilar ? alignment : undefined;
  }

  /** Whether the other function has the elements that most of a change replaces, and none where it adds some. */
  takes(now: Statements, { removed, added }: Hunk): boolean {
    const [from, to] = [this.#old.from[removed.start] ?? 0, this.#old.from[removed.end] ?? 0];
    const before = this.#old.elements.subarray(from, to);
    const after = now.elements.subarray(now.from[added.start], now.from[added.end]);
    let [all, taken] = [0, 0];
    for (const edit of align(Array.from(before, String), Array.from(after, String))) {
      const elements = edit.left.end - edit.left.start + edit.right.end - edit.right.start;
      all += elements;
      if (this.#takesEdit(edit, from, before, after)) taken += elements;
    }
    return taken > 0 && 100 * taken >= FUNCTION_RULES.taken_percent * all;
  }

  #takesEdit({ left, right }: Change, from: number, before: Int32Array, after: Int32Array): boolean {
    const [start, end] = [from + left.start, from + left.end];
    const isRenaming =
      left.end - left.start === right.end - right.start &&
      before
        .subarray(left.start, left.end)
        .every((it, at) => this.#vocabulary.bareOf(it) === this.#vocabulary.bareOf(after[right.start + at] ?? 0));
    for (let at = start; at < end; at++) {
      const there = this.#equalOf(at);
      if (there < 0 || (at > start && there !== this.#equalOf(at - 1) + 1)) return false;
      const [name = 0, its = 0] = [this.#old.elements[at], this.#other.elements[there]];
      if (isRenaming && !this.renaming.renames(name, its)) return false;
    }
    if (this.#equalOf(start - 1) < 0 && this.#equalOf(end) < 0) return false;
    const [previous = -1, next = -1] = [start - 1, end].map((at) => this.#instead[at - this.#start] ?? -1);
    if (start < end) return true;
    return previous >= 0 && next >= 0 && next === previous + 1;
  }

  #equalOf(at: number): number {
    return this.#equal[at - this.#start] ?? -1;
  }

  /** The statements of the other function that some statements correspond to. */
  statementsAt({ start, end }: Window): Window | undefined {
    const [from, to] = [this.#old.from[start] ?? 0, this.#old.from[end] ?? 0];
    const found = this.#equal.subarray(from - this.#start, to - this.#start).filter((it) => it >= 0);
    if (found.length === 0) return undefined;
    const first = this.#statementOf(Math.min(...found));
    return { start: first, end: this.#statementOf(Math.max(...found)) + 1 };
  }

  #statementOf(element: number): number {
    let [low, high] = [0, this.#other.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#other.from[middle + 1] ?? 0) <= element) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The number of elements that two functions have in common, in any order and apart from names. */
function commonElements(vocabulary: Vocabulary, one: Int32Array, other: Int32Array): number {
  const counts = new Map<number, number>();
  for (const element of one) {
    const bare = vocabulary.bareOf(element);
    counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  let common = 0;
  for (const element of other) {
    const bare = vocabulary.bareOf(element);
    const left = counts.get(bare) ?? 0;
    if (left === 0) continue;
    counts.set(bare, left - 1);
    common++;
  }
  return common;
}
