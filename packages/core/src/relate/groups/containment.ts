import { compareBytes } from '@analyzer/contracts/order';
import type { Copies } from './occurrences.ts';

/** Maximum number of enclosing declarations that are considered, nearest first. */
const farthest = 64;

/**
 * For each group the smallest id of a group that contains it: each of its functions is nested in a function of that
 * group, within the 64 nearest enclosing declarations. Linear in the number of functions times their nesting depth.
 *
 * @param ids aligned with the groups
 * @param parents the enclosing declaration by declaration number; -1 for none
 * @returns aligned with the groups; undefined for a group that no group contains
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
 * The sets of declarations that enclose all of `inner`: each declaration of `inner` is nested in a member of the set.
 *
 * @param inner declaration numbers
 * @param parents as above
 * @param setsOf the sets that a declaration belongs to
 * @returns ordered by nesting around the first declaration, nearest first
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
