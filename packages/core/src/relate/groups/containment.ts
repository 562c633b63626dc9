import { compareBytes } from '@analyzer/contracts/order';
import type { Copies, GroupedFile } from './occurrences.ts';

/** How many enclosing declarations of a function are looked at, nearest first. */
const farthest = 64;

const none: ReadonlySet<number> = new Set();

/**
 * For each group the least id of another group that holds it: each of its functions lies inside a function of that
 * one group, among the 64 nearest declarations around it. Linear in the number of functions times their nesting.
 *
 * @param ids of the groups, aligned with them
 * @returns aligned with the groups; undefined where none holds it
 */
export function containingGroups(
  groups: readonly Copies[],
  ids: readonly string[],
  files: readonly GroupedFile[],
): (string | undefined)[] {
  const groupsOf = new Map<number, Map<number, number[]>>();
  for (const [group, { occurrences }] of groups.entries()) {
    for (const { file, declaration } of occurrences) addTo(groupsOf, file, declaration, group);
  }

  const around = (file: number, declaration: number): ReadonlySet<number> => {
    const declarations = files[file]?.facts.declarations ?? [];
    let at = declarations[declaration]?.within ?? -1;
    if (at < 0) return none;
    const found = new Set<number>();
    for (let steps = 0; at >= 0 && steps < farthest; steps++) {
      for (const group of groupsOf.get(file)?.get(at) ?? []) found.add(group);
      at = declarations[at]?.within ?? -1;
    }
    return found;
  };

  return groups.map(({ occurrences }) => {
    let holders: ReadonlySet<number> | undefined;
    for (const { file, declaration } of occurrences) {
      const here = around(file, declaration);
      holders = holders === undefined ? here : intersection(holders, here);
      if (holders.size === 0) return undefined;
    }
    const found = [...(holders ?? [])].map((group) => ids[group] ?? '');
    return found.sort(compareBytes)[0];
  });
}

function addTo(groupsOf: Map<number, Map<number, number[]>>, file: number, declaration: number, group: number): void {
  let ofFile = groupsOf.get(file);
  if (ofFile === undefined) {
    ofFile = new Map();
    groupsOf.set(file, ofFile);
  }
  const groups = ofFile.get(declaration);
  if (groups === undefined) ofFile.set(declaration, [group]);
  else groups.push(group);
}

function intersection(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  return new Set([...a].filter((it) => b.has(it)));
}
