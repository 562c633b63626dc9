import { compareBytes } from '@analyzer/contracts/order';
import type { Copies } from './occurrences.ts';

/** How many enclosing declarations of a function are looked at, nearest first. */
const farthest = 64;

/**
 * For each group the least id of another group that holds it: each of its functions lies inside a function of that
 * one group, among the 64 nearest declarations around it. Linear in the number of functions times their nesting.
 *
 * @param ids of the groups, aligned with them
 * @param parents by the number of a declaration, the one around it; -1 for none
 * @returns aligned with the groups; undefined where none holds it
 */
export function containingGroups(
  groups: readonly Copies[],
  ids: readonly string[],
  parents: ArrayLike<number>,
): (string | undefined)[] {
  const groupsOf = new Map<number, number[]>();
  for (const [group, { occurrences }] of groups.entries()) {
    for (const { declaration } of occurrences) {
      const its = groupsOf.get(declaration);
      if (its === undefined) groupsOf.set(declaration, [group]);
      else its.push(group);
    }
  }
  return groups.map(({ occurrences }) => {
    const holders = setsAroundAll(
      occurrences.map(({ declaration }) => declaration),
      parents,
      (declaration) => groupsOf.get(declaration),
    );
    return holders
      .map((group) => ids[group] ?? '')
      .sort(compareBytes)
      .at(0);
  });
}

/**
 * Of some sets of declarations those that are around all of some others: around each of `inner` there is a member.
 *
 * @param inner numbers of declarations
 * @param parents as above
 * @param setsOf the sets that a declaration belongs to
 * @returns in the order in which they lie around the first, the nearest first
 */
export function setsAroundAll(
  inner: readonly number[],
  parents: ArrayLike<number>,
  setsOf: (declaration: number) => readonly number[] | undefined,
): number[] {
  let common: Set<number> | undefined;
  for (const declaration of inner) {
    const around = setsAround(declaration, parents, setsOf);
    common = common === undefined ? around : intersection(common, around);
    if (common.size === 0) break;
  }
  return [...(common ?? none)];
}

const none: ReadonlySet<number> = new Set();

function setsAround(
  declaration: number,
  parents: ArrayLike<number>,
  setsOf: (declaration: number) => readonly number[] | undefined,
): Set<number> {
  const found = new Set<number>();
  let at = parents[declaration] ?? -1;
  for (let steps = 0; at >= 0 && steps < farthest; steps++) {
    for (const set of setsOf(at) ?? []) found.add(set);
    at = parents[at] ?? -1;
  }
  return found;
}

function intersection(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  return new Set([...a].filter((it) => b.has(it)));
}
