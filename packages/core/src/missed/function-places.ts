import { FUNCTION_RULES } from '#languages/missed-rules.ts';
import { FunctionAlignment } from './function-alignment.ts';
import type { Hunk } from './hunks.ts';
import type { Place, Whereabouts } from './places.ts';
import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Window } from './window.ts';

/** The functions of all files by name. */
export class FunctionPlaces {
  readonly #files: readonly Statements[];
  readonly #vocabulary: Vocabulary;
  /** Of the last version with a change: the functions of other files by those of the version. */
  #alignments: { old: Statements; known: Map<string, FunctionAlignment | undefined> } | undefined;
  readonly #byName = new Map<number, { file: number; window: Window }[]>();

  constructor(files: readonly Statements[], vocabulary: Vocabulary) {
    this.#files = files;
    this.#vocabulary = vocabulary;
    for (const [file, statements] of files.entries()) {
      for (const { name, window } of functionsOf(statements, vocabulary)) {
        const known = this.#byName.get(name);
        if (known === undefined) this.#byName.set(name, [{ file, window }]);
        else known.push({ file, window });
      }
    }
  }

  /** Places in similar functions of the same name, in which the elements are that a change replaces. */
  find(old: Statements, now: Statements, hunk: Hunk, whereIs: Whereabouts): Place[] {
    for (const around of functionsAround(old, hunk)) {
      const name = nameOf(old, around.start, this.#vocabulary);
      const functions = name === undefined ? undefined : this.#byName.get(name);
      if (functions === undefined || functions.length > FUNCTION_RULES.max_functions) continue;
      const places = functions.flatMap(({ file, window }): Place[] => {
        const statements = this.#files[file];
        if (statements === undefined) return [];
        const alignment = this.#align(old, around, file, statements, window);
        const its = placeIn(alignment, { now, hunk, around }, statements);
        return its === undefined || whereIs(file, its.window) === 'own' ? [] : [{ ...its, file }];
      });
      if (places.length > 0) return places.length > FUNCTION_RULES.max_places ? [] : places;
    }
    return [];
  }

  /** The changes of one file are searched one after another. */
  #align(old: Statements, around: Window, file: number, statements: Statements, window: Window) {
    if (this.#alignments?.old !== old) this.#alignments = { old, known: new Map() };
    const { known } = this.#alignments;
    const key = `${around.start} ${file} ${window.start}`;
    if (!known.has(key)) known.set(key, FunctionAlignment.of(this.#vocabulary, old, around, statements, window));
    return known.get(key);
  }
}

/**
 * Whether a version of a file has such a place in a function that a commit did not change.
 *
 * @param edits of the commit in this version
 */
export function hasFunctionPlace(
  vocabulary: Vocabulary,
  { old, now, hunk, around }: { old: Statements; now: Statements; hunk: Hunk; around: Window },
  then: Statements,
  edits: readonly Hunk[],
): boolean {
  const wanted = nameOf(old, around.start, vocabulary);
  return functionsOf(then, vocabulary).some(({ name, window }) => {
    if (name !== wanted || edits.some(({ removed }) => isIn(removed, window))) return false;
    const alignment = FunctionAlignment.of(vocabulary, old, around, then, window);
    return placeIn(alignment, { now, hunk, around }, then) !== undefined;
  });
}

/** Whether statements, or the position of none, are in a window. */
function isIn({ start, end }: Window, window: Window): boolean {
  return start < window.end && (end > window.start || (start === end && start > window.start));
}

function placeIn(
  alignment: FunctionAlignment | undefined,
  { now, hunk, around }: { now: Statements; hunk: Hunk; around: Window },
  statements: Statements,
): Omit<Place, 'file'> | undefined {
  if (alignment === undefined || !alignment.takes(now, hunk)) return undefined;
  const matched = {
    start: Math.max(around.start, hunk.removed.start - 1),
    end: Math.min(around.end, hunk.removed.end + 1),
  };
  const its = alignment.statementsAt(matched);
  if (its === undefined) return undefined;
  const { renaming, similarity } = alignment;
  return { statements, window: its, matched, renaming, evidence: 'one-sided', similarity, around };
}

/** The functions around a change, the innermost first, of a size that can be compared. */
function functionsAround({ isFunction, end, from }: Statements, { removed }: Hunk): Window[] {
  const found: Window[] = [];
  for (let at = removed.end > removed.start ? removed.start : removed.start - 1; at >= 0; at--) {
    const window = { start: at, end: end[at] ?? 0 };
    if (isFunction[at] !== 1 || window.end < removed.end) continue;
    const elements = (from[window.end] ?? 0) - (from[at] ?? 0);
    if (elements > FUNCTION_RULES.max_elements) break;
    if (elements >= FUNCTION_RULES.least_elements) found.push(window);
  }
  return found;
}

function functionsOf(statements: Statements, vocabulary: Vocabulary): { name: number; window: Window }[] {
  const found: { name: number; window: Window }[] = [];
  for (const [start, is] of statements.isFunction.entries()) {
    const name = is === 1 ? nameOf(statements, start, vocabulary) : undefined;
    if (name !== undefined) found.push({ name, window: { start, end: statements.end[start] ?? 0 } });
  }
  return found;
}

/** The first name in a statement. */
function nameOf({ elements, from }: Statements, statement: number, vocabulary: Vocabulary): number | undefined {
  return elements.subarray(from[statement], from[statement + 1]).find((element) => vocabulary.isName(element));
}
