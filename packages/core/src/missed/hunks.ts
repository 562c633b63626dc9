import { CONTEXT_RULES } from '#languages/missed-rules.ts';
import { align } from '#relate/align/align.ts';
import type { Statements } from './statements.ts';
import type { Window } from './window.ts';

/** A change of a file: statements of its old version that those of its new version replace. One can be empty. */
export interface Hunk {
  removed: Window;
  added: Window;
  /** The removed statements with their context, in the old version, and the added ones with it, in the new one. */
  before: Window;
  after: Window;
}

/** The changes of a file, in order. Context is not added yet: `before` is `removed`. */
export function changesOf(old: Statements, now: Statements): Hunk[] {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old.exact[start] === now.exact[start]) start++;
  let tail = 0;
  while (tail < most - start && old.exact[old.length - 1 - tail] === now.exact[now.length - 1 - tail]) tail++;
  const keys = ({ exact, length }: Statements) => Array.from(exact.subarray(start, length - tail), String);
  return align(keys(old), keys(now)).map(({ left, right }) => {
    const removed = { start: left.start + start, end: left.end + start };
    const added = { start: right.start + start, end: right.end + start };
    return { removed, added, before: removed, after: added };
  });
}

/**
 * A hunk with context: one statement on each side, widened until it is informative, up to the ends of the declaration.
 *
 * @returns undefined if there is too little to know the place again
 */
export function withContext(hunk: Hunk, old: Statements): Hunk | undefined {
  const { removed, added } = hunk;
  let [left, right] = [0, 0];
  for (let width = 1; width <= CONTEXT_RULES.most; width++) {
    if (left === width - 1 && continuesBefore(old, { start: removed.start - left, end: removed.end })) left++;
    if (right === width - 1 && continuesAfter(old, removed.end + right)) right++;
    if (isEnough(old, { start: removed.start - left, end: removed.end + right }, 'wanted')) break;
  }
  const before = { start: removed.start - left, end: removed.end + right };
  if (!isEnough(old, before, 'least')) return undefined;
  return { ...hunk, before, after: { start: added.start - left, end: added.end + right } };
}

/** Windows with less context than a hunk has, the largest first, that are still informative. */
export function narrowerContexts(old: Statements, { before, removed }: Hunk): Window[] {
  const [left, right] = [removed.start - before.start, before.end - removed.end];
  const windows: Window[] = [];
  for (let width = Math.max(left, right) - 1; width > 0; width--) {
    const window = { start: removed.start - Math.min(left, width), end: removed.end + Math.min(right, width) };
    if (isEnough(old, window, 'least')) windows.push(window);
  }
  return windows;
}

/** Whether the statement before a window belongs to the same declaration: not if the window starts with a function. */
export function continuesBefore({ isFunction }: Statements, { start, end }: Window): boolean {
  return start > 0 && (start === end || isFunction[start] !== 1);
}

/** Whether the statement at a position, which is after a window, belongs to the same declaration. */
export function continuesAfter({ isFunction, length }: Statements, at: number): boolean {
  return at < length && isFunction[at] !== 1;
}

/** Whether a window has enough statements and elements, as wanted or at least. */
export function isEnough({ from }: Statements, { start, end }: Window, amount: 'wanted' | 'least'): boolean {
  const rules = CONTEXT_RULES;
  let informative = 0;
  for (let at = start; at < end; at++) {
    if ((from[at + 1] ?? 0) - (from[at] ?? 0) >= rules.elements_of_informative) informative++;
  }
  const elements = (from[end] ?? 0) - (from[start] ?? 0);
  return amount === 'wanted'
    ? informative >= rules.informative_statements && elements >= rules.elements
    : informative >= rules.least_informative && elements >= rules.least_elements;
}
