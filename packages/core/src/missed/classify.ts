import { STYLE_WORDS } from '#languages/missed-rules.ts';
import type { Hunk } from './hunks.ts';
import type { ChangeClass } from './model.ts';
import { functionAround, type Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Window } from './window.ts';

/** What a change is about, as far as its statements show it. */
export function classOfHunk(vocabulary: Vocabulary, old: Statements, now: Statements, hunk: Hunk): ChangeClass {
  if (functionsIn(now, hunk.added) !== functionsIn(old, hunk.removed)) return 'declarations';
  if (isRenaming(vocabulary, old, now, hunk)) return 'renames';
  const isOfTypes = (file: Statements, { start, end }: Window) => {
    for (let at = start; at < end; at++) if (file.isType[at] !== 1) return false;
    return true;
  };
  return isOfTypes(old, hunk.removed) && isOfTypes(now, hunk.added) ? 'types' : 'behavior';
}

/** Whether a subject names a change of form. */
export function isStyle(subject: string): boolean {
  return hasWord(subject, STYLE_WORDS);
}

export function hasWord(text: string, words: readonly string[]): boolean {
  const found = new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  return words.some((word) => found.has(word.toLowerCase()));
}

/**
 * The number of functions that start, without those inside of functions: an alignment may have the end of one and the start of
 * the next one.
 */
function functionsIn(file: Statements, { start, end }: Window): number {
  let sum = 0;
  for (let at = start; at < end; at++) {
    const count = file.functions[at] ?? 0;
    const around = count === 0 ? at : functionAround(file, at);
    if (around < 0 || around === at) sum += count;
  }
  return sum;
}

/** Whether only names differ, the file has the former ones no longer, and it did not have the new ones before. */
function isRenaming(vocabulary: Vocabulary, old: Statements, now: Statements, { removed, added }: Hunk): boolean {
  const length = removed.end - removed.start;
  if (length === 0 || length !== added.end - added.start) return false;
  const former = new Set<number>();
  const latter = new Set<number>();
  for (let at = 0; at < length; at++) {
    const [one, other] = [removed.start + at, added.start + at];
    if (old.shape[one] !== now.shape[other]) return false;
    const start = old.from[one] ?? 0;
    for (let element = start; element < (old.from[one + 1] ?? 0); element++) {
      const name = old.elements[element] ?? 0;
      const its = now.elements[(now.from[other] ?? 0) + element - start];
      if (its === undefined || name === its || !vocabulary.isName(name)) continue;
      former.add(name);
      latter.add(its);
    }
  }
  return !now.elements.some((element) => former.has(element)) && !old.elements.some((element) => latter.has(element));
}
