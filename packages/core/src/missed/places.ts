import { PLACE_RULES } from '#languages/missed-rules.ts';
import { continuesAfter, continuesBefore, type Hunk, isEnough, narrowerContexts } from './hunks.ts';
import { similarityAround } from './neighborhood.ts';
import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';
import { matchWindow, Renaming, type Window } from './window.ts';

/** How surely a place is a copy of the changed one. */
export type Evidence = 'exact' | 'renamed' | 'similar' | 'one-sided';

/** A place in a file that is as the changed one was before. */
export interface Place {
  /** Number of the file, and its statements. */
  file: number;
  statements: Statements;
  /** As `before` of the hunk, or one of its sides. */
  window: Window;
  /** The part of `before` of the hunk that it is equal to. */
  matched: Window;
  renaming: Renaming;
  evidence: Evidence;
  /** Of the statements around both, in percent. */
  similarity: number;
  /** The changed function, if the place is in a similar one and its statements may differ. */
  around?: Window;
}

/** Why a change has no place. */
export type Search = { places: Place[] } | { none: 'nowhere' | 'unlike' | 'too-many' | 'own' };

/** Where a window of a file is: at the place of the change itself, elsewhere in the changed file, or in another file. */
export type Whereabouts = (file: number, window: Window) => 'own' | 'same-file' | 'other-file';

/** The statements of all files, by shape. */
export class PlaceIndex {
  readonly #files: readonly Statements[];
  readonly #vocabulary: Vocabulary;
  /** By shape: pairs of the file and the position. */
  readonly #positions = new Map<number, number[]>();

  constructor(files: readonly Statements[], vocabulary: Vocabulary) {
    this.#files = files;
    this.#vocabulary = vocabulary;
    for (const [file, { shape }] of files.entries()) {
      for (const [at, its] of shape.entries()) {
        const known = this.#positions.get(its);
        if (known === undefined) this.#positions.set(its, [file, at]);
        else known.push(file, at);
      }
    }
  }

  /** The places that are as a hunk's place was before, without that place. */
  find(old: Statements, hunk: Hunk, whereIs: Whereabouts): Search {
    const { before, removed, added } = hunk;
    const whole = this.#findWindow(old, before, before, whereIs);
    if ('places' in whole || whole.none === 'too-many') return whole;
    const narrower = narrowerContexts(old, hunk);
    for (const window of narrower) {
      const search = this.#findWindow(old, window, window, whereIs);
      if ('places' in search) return search;
    }
    const isReplacement = removed.start < removed.end;
    const sides = [
      { start: before.start, end: removed.end },
      { start: removed.start, end: before.end },
    ].filter(({ start, end }) => end - start < before.end - before.start && isEnough(old, { start, end }, 'least'));
    const places = (isReplacement ? sides : []).flatMap((side) => {
      const search = this.#findWindow(old, side, before, whereIs);
      return 'places' in search ? search.places : [];
    });
    if (places.length > 0) return { places };
    if (added.start === added.end) return whole;
    for (const window of [before, ...narrower, ...(isReplacement ? [removed] : [])]) {
      const same = this.#findSame(old, window, whereIs);
      if (same.length > 0) return { places: same };
    }
    return whole;
  }

  /** Places of other files with the same statements and names, if so few files have them that it is hardly a coincidence. */
  #findSame(old: Statements, window: Window, whereIs: Whereabouts): Place[] {
    if ((old.from[window.end] ?? 0) - (old.from[window.start] ?? 0) < PLACE_RULES.same_elements) return [];
    const search = this.#findWindow(old, window, window, whereIs, true);
    const places = 'places' in search ? search.places.filter((it) => whereIs(it.file, it.window) === 'other-file') : [];
    return new Set(places.map(({ file }) => file)).size > PLACE_RULES.same_files ? [] : places;
  }

  /** @param isSame only the same statements with the same names count, between any others */
  #findWindow(old: Statements, window: Window, before: Window, whereIs: Whereabouts, isSame = false): Search {
    let rarest: { at: number; positions: number[] } | undefined;
    for (let at = window.start; at < window.end; at++) {
      const positions = this.#positions.get(old.shape[at] ?? -1);
      if (positions === undefined) return { none: 'nowhere' };
      if (rarest === undefined || positions.length < rarest.positions.length) rarest = { at, positions };
    }
    if (rarest === undefined) return { none: 'nowhere' };
    const { at, positions } = rarest;
    if (positions.length > 2 * PLACE_RULES.max_compared) return { none: 'too-many' };
    const isWhole = window.end - window.start === before.end - before.start;
    const found: Place[] = [];
    let unlike = false;
    let own = false;
    for (let next = 0; next < positions.length; next += 2) {
      const file = positions[next] ?? 0;
      const start = (positions[next + 1] ?? 0) - (at - window.start);
      const other = this.#files[file];
      const renaming = other && matchWindow(this.#vocabulary, old, window, other, start);
      if (other === undefined || renaming === undefined) continue;
      if (renaming.equalPercent < PLACE_RULES.equal_names_percent) continue;
      const its = { start, end: start + window.end - window.start };
      if (whereIs(file, its) === 'own') {
        own = true;
        continue;
      }
      const similarity = similarityAround(old, window, other, its);
      const evidence = isSame
        ? renaming.isIdentity
          ? 'one-sided'
          : undefined
        : isWhole
          ? this.#evidenceOf(old, window, other, its, renaming, similarity)
          : similarity >= PLACE_RULES.one_sided_percent
            ? 'one-sided'
            : undefined;
      if (evidence === undefined) unlike = true;
      else found.push({ file, statements: other, window: its, matched: window, renaming, evidence, similarity });
    }
    if (found.length > PLACE_RULES.max) return { none: 'too-many' };
    if (found.length > 0) return { places: found };
    return { none: unlike ? 'unlike' : own ? 'own' : 'nowhere' };
  }

  /** @returns undefined for a place whose surroundings are too different */
  #evidenceOf(
    old: Statements,
    window: Window,
    other: Statements,
    its: Window,
    known: Renaming,
    similarity: number,
  ): Evidence | undefined {
    const renaming = new Renaming(this.#vocabulary, known);
    const isEqual =
      matchesBefore(old, window, other, its.start, renaming) && matchesAfter(old, window, other, its.end, renaming);
    if (isEqual) return renaming.isIdentity ? 'exact' : 'renamed';
    return similarity >= PLACE_RULES.similar_percent ? 'similar' : undefined;
  }
}

/** Whether the statements before both windows are equal, up to the start of the declaration. */
function matchesBefore(one: Statements, { start, end }: Window, other: Statements, its: number, renaming: Renaming) {
  for (let back = 0; back < PLACE_RULES.around; back++) {
    if (!continuesBefore(one, { start: start - back, end })) return true;
    if (!renaming.takes(one, start - back - 1, other, its - back - 1)) return false;
  }
  return true;
}

/** The same after both windows, up to the end of the declaration. */
function matchesAfter(one: Statements, { end }: Window, other: Statements, its: number, renaming: Renaming) {
  for (let on = 0; on < PLACE_RULES.around; on++) {
    if (!continuesAfter(one, end + on)) return true;
    if (!renaming.takes(one, end + on, other, its + on)) return false;
  }
  return true;
}
