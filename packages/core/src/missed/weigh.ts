import { FIX_WORDS, MISSED_ORDER, REFACTORING_WORDS } from '#languages/missed-rules.ts';
import { hasWord } from './classify.ts';
import type { Candidate } from './commit-search.ts';
import { functionAround, type Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';

const CONFIGURATION = new RegExp(MISSED_ORDER.configuration_names, 'u');
const ENTRY = new RegExp(MISSED_ORDER.entry_names, 'u');

/** Commits that changed the changed file and that of the copy, and those that changed one of them. */
export interface FileEdits {
  together: number;
  apart: number;
}

/** What the order of a finding depends on besides its changes. */
export interface Circumstances {
  subject: string;
  /** Changes of code in the commit. */
  hunks: number;
  /** Of the commit, before the newest one. */
  days: number;
  edits: FileEdits;
  /** Files with a copy that the commit did not reach. */
  targets: number;
}

/** The properties of a finding, in the order of `languages/missed.json`, and the product of their lifts in thousandths. */
export function weigh(
  candidates: readonly Candidate[],
  { subject, hunks, days, edits, targets }: Circumstances,
  vocabulary: Vocabulary,
): { properties: string[]; weight: number } {
  const some = (test: (candidate: Candidate) => boolean) => candidates.some(test);
  const isExact = some(({ place }) => place.evidence === 'exact');
  const isOneSided = candidates.every(({ place }) => place.evidence === 'one-sided');
  const isVerySimilar = some(({ place }) => place.similarity >= MISSED_ORDER.very_similar_percent);
  const isRenamed = !isExact && some(({ place }) => place.evidence === 'renamed');
  const holds: Readonly<Record<string, boolean>> = {
    exact: isExact,
    renamed: isRenamed,
    'very-similar': isVerySimilar,
    'same-name': some(({ file, target }) => isNamedAs(file.today, target)),
    condition: some(changesCondition),
    'edited-together': edits.together > 0,
    'mostly-together': edits.together >= MISSED_ORDER.least_together && edits.together >= edits.apart,
    'only-apart': edits.together === 0 && edits.apart >= MISSED_ORDER.least_apart,
    fix: hasWord(subject, FIX_WORDS),
    'clean-merge': some((candidate) => merges(candidate, vocabulary)),
    'same-file': candidates.every(({ file, target }) => file.today === target),
    'many-hunks': hunks > MISSED_ORDER.many_hunks,
    'many-targets': targets > MISSED_ORDER.many_targets,
    'unknown-names': candidates.every((candidate) => hasUnknownNames(candidate, vocabulary)),
    configuration: some(({ target }) => CONFIGURATION.test(baseName(target))),
    refactoring: hasWord(subject, REFACTORING_WORDS) && !hasWord(subject, FIX_WORDS),
    'other-names': candidates.every((candidate) => changesOtherNames(candidate, vocabulary)),
    'larger-change': needsOtherChanges(candidates, vocabulary),
    'unlike-around': candidates.every(isUnlikeAround),
    'one-sided': isOneSided && !isVerySimilar,
    'same-statements': isOneSided && !isVerySimilar && some(hasSameNames),
    'similar-function': candidates.every(({ place }) => place.around !== undefined),
    old: days > MISSED_ORDER.old_days,
  };
  const found = MISSED_ORDER.properties.filter(({ id }) => holds[id] === true);
  const weight = found.reduce((product, { lift }) => product * lift, 1000);
  return { properties: found.map(({ id }) => id), weight: Math.round(weight) };
}

/** Whether the change merges into the copy: all that it replaces is there, and the names that it uses. */
export function merges(candidate: Candidate, vocabulary: Vocabulary): boolean {
  return candidate.place.evidence !== 'one-sided' && !hasUnknownNames(candidate, vocabulary);
}

/** Whether the change uses names that the changed file had before, and the copy's file does not have. */
function hasUnknownNames({ old, now, hunk, place, targetNames }: Candidate, vocabulary: Vocabulary): boolean {
  const { added, removed } = hunk;
  const used = now.elements.subarray(now.from[added.start], now.from[added.end]);
  const [parameters, former] = [parametersAround(now, added.start), parametersAround(old, removed.start)];
  return used.some((element) => {
    if (!vocabulary.isName(element) || (parameters.has(element) && !former.has(element))) return false;
    return !place.renaming.knows(element) && !targetNames.has(element) && old.elements.includes(element);
  });
}

/** The names in the first lines of the function around a statement, and in the items of its parameters. */
function parametersAround(file: Statements, statement: number): ReadonlySet<number> {
  const start = functionAround(file, statement);
  if (start < 0) return new Set();
  let end = start + 1;
  while (end < (file.end[start] ?? 0) && file.isType[end] === 1) end++;
  return new Set(file.elements.subarray(file.from[start], file.from[end]));
}

/**
 * Whether the changes use names that are new in the changed file, are not in the file of the copy, and are also used by
 * code of the changed file that the copy has no place for: a new parameter, member or the like.
 */
function needsOtherChanges(candidates: readonly Candidate[], vocabulary: Vocabulary): boolean {
  return candidates.some(({ old, now, hunk, place, targetNames }) => {
    const own = candidates.filter((it) => it.now === now).map((it) => it.hunk.added);
    const used = now.elements.subarray(now.from[hunk.added.start], now.from[hunk.added.end]);
    const known = (name: number) => place.renaming.knows(name) || targetNames.has(name) || old.elements.includes(name);
    const added = new Set(used.filter((name) => vocabulary.isName(name) && !known(name)));
    if (added.size === 0) return false;
    return now.exact.some((_, at) => {
      if (own.some(({ start, end }) => start <= at && at < end)) return false;
      return now.elements.subarray(now.from[at], now.from[at + 1]).some((name) => added.has(name));
    });
  });
}

/** Whether only names changed, or statements went, and the place has other ones instead of each name in them. */
export function changesOtherNames(
  { old, now, hunk: { removed, added }, place }: Candidate,
  vocabulary: Vocabulary,
): boolean {
  const length = removed.end - removed.start;
  const [from, to] = [old.from[removed.start] ?? 0, old.from[removed.end] ?? 0];
  const former = old.elements.subarray(from, to);
  if (added.start === added.end) {
    const names = former.filter((name) => vocabulary.isName(name));
    return names.length > 0 && !names.some((name) => place.renaming.keeps(name));
  }
  if (length === 0 || length !== added.end - added.start) return false;
  for (let at = 0; at < length; at++) if (old.shape[removed.start + at] !== now.shape[added.start + at]) return false;
  const start = now.from[added.start] ?? 0;
  const changed = former.filter((name, at) => name !== now.elements[start + at]);
  return changed.every((name) => vocabulary.isName(name) && !place.renaming.keeps(name));
}

function hasSameNames({ place }: Candidate): boolean {
  return place.evidence === 'one-sided' && place.around === undefined && place.renaming.isIdentity;
}

/** Whether the statements around are others, and those of the place are not long ones with the same names. */
function isUnlikeAround(candidate: Candidate): boolean {
  const { old, place } = candidate;
  const elements = (old.from[place.matched.end] ?? 0) - (old.from[place.matched.start] ?? 0);
  const isLong = elements >= MISSED_ORDER.unlike_elements && hasSameNames(candidate);
  return place.similarity < MISSED_ORDER.unlike_percent && !isLong;
}

function changesCondition({ old, now, hunk: { removed, added } }: Candidate): boolean {
  const removes = old.isCondition.subarray(removed.start, removed.end).includes(1);
  return removes || now.isCondition.subarray(added.start, added.end).includes(1);
}

/** Whether another file has the same name, which says something. */
function isNamedAs(path: string, other: string): boolean {
  return path !== other && baseName(path) === baseName(other) && !ENTRY.test(baseName(path));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
