import { compareBytes } from '@analyzer/contracts/order';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import type { Family, PlanConfig, PlanLibrary, PlanPackage, SkipReason } from '../model.ts';
import { candidateOf } from './candidates.ts';
import { clustersOf } from './clusters.ts';
import { placed } from './ease.ts';
import { Homes } from './homes.ts';
import { libraryOf } from './library.ts';
import type { Candidate, Home, LibraryFacts, Placed } from './model.ts';
import { Overlaps } from './overlaps.ts';
import { Targets } from './target.ts';

const LIMITS = LIBRARY_RULES.limits;

export interface Library {
  target: PlanPackage;
  families: Family[];
  library: PlanLibrary;
}

export interface Libraries {
  /** The one that removes most first. */
  libraries: Library[];
  skipped: { family: Family; reason: SkipReason }[];
}

/**
 * Collects families in few packages. The order of the families changes nothing.
 *
 * @param most families of all libraries together
 */
export function planLibraries(
  families: readonly Family[],
  facts: LibraryFacts,
  config: PlanConfig,
  most: number,
): Libraries {
  const skipped: Libraries['skipped'] = [];
  const candidates: Candidate[] = [];
  for (const family of families) {
    const candidate = candidateOf(family, facts);
    if (typeof candidate === 'string') skipped.push({ family, reason: candidate });
    else candidates.push(candidate);
  }
  const homes = new Homes(facts);
  const overlaps = new Overlaps();
  const places = candidates
    .sort((a, b) => b.lines - a.lines || byId(a.family, b.family))
    .map((candidate) => ({ candidate, home: homes.of(candidate) }));
  const ranked = together(places)
    .map(({ candidate, home }) => placed(candidate, home, facts))
    .filter(({ family, ease }) => {
      if (ease < LIBRARY_RULES.family.least_ease) skipped.push({ family, reason: 'hard' });
      return ease >= LIBRARY_RULES.family.least_ease;
    })
    .sort((a, b) => worthOf([b]) - worthOf([a]) || byId(a.family, b.family))
    .filter(({ family, copies }) => {
      const isFree = overlaps.add(copies);
      if (!isFree) skipped.push({ family, reason: 'overlap' });
      return isFree;
    });
  const clusters = clustersOf(ranked).filter((its) => {
    const hasCode = its.some(({ isType }) => !isType);
    if (!hasCode) for (const { family } of its) skipped.push({ family, reason: 'types_only' });
    return hasCode;
  });
  const cuts = clusters.map(cut);
  const hasWorth = cuts.some((its) => isWorth(its, false));
  const best = cuts
    .filter((its) => {
      const isKept = isWorth(its, !hasWorth);
      if (!isKept) for (const { family } of [...its.kept, ...its.rest]) skipped.push({ family, reason: 'small' });
      return isKept;
    })
    .sort((a, b) => worthOf(b.kept) - worthOf(a.kept) || byFirst(a.kept, b.kept));
  const targets = new Targets(config, facts);
  const libraries: Library[] = [];
  let left = most;
  for (const { kept, rest } of best) {
    const chosen = libraries.length < LIMITS.libraries ? kept.slice(0, left) : [];
    left -= chosen.length;
    if (chosen.length > 0) {
      const target = targets.of(chosen);
      libraries.push({
        target,
        families: chosen.map(({ family }) => family),
        library: libraryOf(target, chosen, facts),
      });
    }
    for (const { family } of [...kept.slice(chosen.length), ...rest])
      skipped.push({ family, reason: 'other_libraries' });
  }
  return { libraries, skipped };
}

interface Place {
  candidate: Candidate;
  home: Home;
}

/** Families of the same packages that a package could get go with those that need a new package, if these remove more. */
function together(places: readonly Place[]): Place[] {
  const lines = new Map<string, number>();
  const keyOf = ({ candidate: { copies } }: Place) =>
    JSON.stringify(
      [...new Set(copies.map(({ unit: { project, folder } }) => JSON.stringify([project, folder])))].sort(),
    );
  const news = new Map<string, Home>();
  for (const place of places) {
    const { kind } = place.home;
    if (kind === 'new') news.set(keyOf(place), place.home);
    const sign = kind === 'new' ? 1 : kind === 'common_import' ? -1 : 0;
    lines.set(keyOf(place), (lines.get(keyOf(place)) ?? 0) + sign * place.candidate.lines);
  }
  return places.map((place) => {
    const home = news.get(keyOf(place));
    const isNew = home !== undefined && place.home.kind === 'common_import' && (lines.get(keyOf(place)) ?? 0) > 0;
    return isNew ? { candidate: place.candidate, home } : place;
  });
}

/** The families with most value; a library has at least one function. */
function cut(families: readonly Placed[]): { kept: Placed[]; rest: Placed[] } {
  const ordered = [...families].sort(
    (a, b) => Number(a.isType) - Number(b.isType) || worthOf([b]) - worthOf([a]) || byId(a.family, b.family),
  );
  return { kept: ordered.slice(0, LIMITS.families_of_library), rest: ordered.slice(LIMITS.families_of_library) };
}

/** Ease counts twice: a hard library is a bad first step, even if it would remove more lines. */
function worthOf(families: readonly Placed[]): number {
  return families.reduce(
    (sum, { lines, ease, isType }) => sum + lines * ease * ease * (isType ? LIBRARY_RULES.types.percent / 100 : 1),
    0,
  );
}

/** By the lines that go, each as far as it is easy. */
function isWorth({ kept }: { kept: readonly Placed[] }, isAlone: boolean): boolean {
  const lines = kept.reduce((sum, { lines: its, ease }) => sum + (its * ease) / 100, 0);
  if (isAlone) return lines >= LIMITS.least_easy_lines_alone;
  const isNew = kept[0]?.home.kind === 'new';
  return lines >= (isNew ? LIMITS.least_easy_lines_of_new : LIMITS.least_easy_lines);
}

function byFirst(a: readonly Placed[], b: readonly Placed[]): number {
  return compareBytes(a[0]?.family.family_id ?? '', b[0]?.family.family_id ?? '');
}

function byId(a: Family, b: Family): number {
  return compareBytes(a.family_id, b.family_id);
}
