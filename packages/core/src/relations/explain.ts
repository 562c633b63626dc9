import type { RelatedGroup } from './relation-input.ts';

/** By file: the sides of a relation that have it. */
export type SidesOfFiles = ReadonlyMap<number, ReadonlySet<number>>;

export interface Explained {
  /** For each relation: ids of the groups that it explains. */
  groups: string[][];
  /** For each relation: number of groups that connect its sides and have occurrences elsewhere too. */
  elsewhere: number[];
}

/** A group is explained by the first relation that has all of its occurrences, on at least two sides. */
export function explainGroups(groups: readonly RelatedGroup[], relations: readonly SidesOfFiles[]): Explained {
  const ofFile = new Map<number, number[]>();
  for (const [index, files] of relations.entries()) {
    for (const file of files.keys()) {
      const its = ofFile.get(file);
      if (its === undefined) ofFile.set(file, [index]);
      else its.push(index);
    }
  }
  const explained: Explained = { groups: relations.map(() => []), elsewhere: relations.map(() => 0) };
  for (const { id, occurrences, outside } of groups) {
    const files = occurrences.map(({ file }) => file);
    const touched = new Set(files.flatMap((file) => ofFile.get(file) ?? []));
    const connected = [...touched].sort((a, b) => a - b).filter((at) => connects(relations[at], files));
    const first = connected.find((at) => outside === 0 && files.every((file) => relations[at]?.has(file)));
    if (first !== undefined) explained.groups[first]?.push(id);
    else for (const at of connected) explained.elsewhere[at] = (explained.elsewhere[at] ?? 0) + 1;
  }
  return explained;
}

function connects(relation: SidesOfFiles | undefined, files: readonly number[]): boolean {
  const sides = new Set(files.flatMap((file) => [...(relation?.get(file) ?? [])]));
  return sides.size >= 2;
}
