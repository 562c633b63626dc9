import type { Family, FamilyOccurrence, Plan, PlanFamily, PlanOccurrence } from '../plan/model.ts';
import type { CurrentCopies } from './current-copies.ts';

/** What changed about a copy since the recorded plan. */
export interface CopyChange {
  family_id: string;
  project: string;
  path: string;
  qualified_name: string;
  /**
   * `code`: the function. `links`: its imports or callers. `moved`: its file. `gone`: it no longer exists. `differs`: it is no
   * longer similar to another copy.
   */
  change: 'code' | 'links' | 'moved' | 'gone' | 'differs';
}

export interface Refreshed {
  families: { before: Family; now: Family; packageId: string | null }[];
  changes: CopyChange[];
  /** Families with fewer than two copies left. */
  dropped: PlanFamily[];
}

const MIN_OCCURRENCES = 2;

/**
 * The families of a recorded plan, with their copies as they are now. No family gets another id, package or copy.
 *
 * @param isReplaced whether a result lists the file of a copy as changed: a copy that differs then stays as recorded
 */
export function refresh(
  plan: Plan,
  current: CurrentCopies,
  isReplaced: (occurrence: PlanOccurrence) => boolean,
): Refreshed {
  const refreshed: Refreshed = { families: [], changes: [], dropped: [] };
  for (const family of plan.families) {
    const copies = family.occurrences.map((before) => {
      const found = current.copyOf(before, family);
      const isChanged = found === undefined || !isSameCode(before, found);
      const isKept = isChanged && isReplaced(before);
      return { before, isKept, now: isKept ? recorded(before) : found };
    });
    const found = copies.flatMap(({ now }) => now ?? []);
    // Copies that accepted work replaced are in no group.
    const isGrouped = current.familyOf(family.family_id) !== undefined || copies.some(({ isKept }) => isKept);
    const related = new Set(isGrouped ? found : current.related(found));
    const occurrences: FamilyOccurrence[] = [];
    for (const { before, now } of copies) {
      const change = now === undefined || related.has(now) ? changeOf(before, now) : 'differs';
      if (change !== undefined) refreshed.changes.push({ ...nameOf(family, before), change });
      if (now !== undefined && related.has(now)) occurrences.push(asPlanned(before, now));
    }
    if (occurrences.length < MIN_OCCURRENCES) refreshed.dropped.push(family);
    else {
      const details = current.familyOf(family.family_id) ?? withoutGroup(family, plan);
      const its = { ...details, family_id: family.family_id, group_ids: family.group_ids };
      refreshed.families.push({
        before: { ...its, occurrences: family.occurrences.map(recorded) },
        now: { ...its, occurrences },
        packageId: family.package_id,
      });
    }
  }
  return refreshed;
}

function changeOf(before: PlanOccurrence, now: PlanOccurrence | undefined): CopyChange['change'] | undefined {
  if (now === undefined) return 'gone';
  if (!isSameCode(before, now)) return 'code';
  if (before.digest !== undefined && before.links !== now.links) return 'links';
  return before.path === now.path ? undefined : 'moved';
}

/** Whether two records of a copy have the same code; without a digest that of their files. */
export function isSameCode(one: PlanOccurrence, other: PlanOccurrence): boolean {
  return one.digest === undefined ? one.sha256 === other.sha256 : one.digest === other.digest;
}

function nameOf({ family_id }: PlanFamily, { project, path, qualified_name }: PlanOccurrence) {
  return { family_id, project, path, qualified_name };
}

/** A plan without digests of functions stays one. */
function asPlanned(before: PlanOccurrence, now: FamilyOccurrence): FamilyOccurrence {
  if (before.digest !== undefined) return now;
  const { digest: _, links: __, ...rest } = now;
  return rest;
}

function recorded(occurrence: PlanOccurrence): FamilyOccurrence {
  return { ...occurrence, name: lastOf(occurrence.qualified_name), node: 0 };
}

function lastOf(name: string): string {
  return name.split('.').at(-1) ?? name;
}

/** A family whose group is gone, for example because one project uses the package. */
function withoutGroup({ family_id, group_ids, package_id, occurrences }: PlanFamily, { packages }: Plan): Family {
  return {
    family_id,
    fingerprint: family_id,
    group_ids,
    language: packages.find((one) => one.package_id === package_id)?.language ?? '',
    kind: 'function-body',
    names: [...new Set(occurrences.map(({ qualified_name: name }) => lastOf(name)))],
    complete: undefined,
    others: [],
    occurrences: [],
    evidence: 0,
  };
}
