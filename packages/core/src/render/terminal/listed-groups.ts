import { LIST_CLASSES, type ListClass } from '#scan/list-classes.ts';
import type { Group, Scan } from '#scan/model.ts';
import { GroupClasses } from './group-classes.ts';

export interface ListedGroups {
  /** Unfolded groups of which at least two occurrences are in product code, and that no other class puts apart. */
  shown: Group[];
  /** The other unfolded groups, and their number by the class that puts them apart. */
  apart: Group[];
  apartByClass: Map<ListClass, number>;
  folded: number;
}

/** The groups of a scan for people, in its order. */
export function listedGroups(scan: Scan, include: readonly ListClass[]): ListedGroups {
  const classes = new GroupClasses(scan, include);
  const listed: ListedGroups = { shown: [], apart: [], apartByClass: new Map(), folded: 0 };
  for (const group of scan.groups) {
    if (group.folded_into !== undefined) {
      listed.folded++;
      continue;
    }
    const its = classes.of(group);
    if (its === undefined) {
      listed.shown.push(group);
      continue;
    }
    listed.apart.push(group);
    listed.apartByClass.set(its, (listed.apartByClass.get(its) ?? 0) + 1);
  }
  return listed;
}

/** The classes of groups that are apart, with their numbers. */
export function countsApart({ apartByClass }: ListedGroups): [ListClass, number][] {
  return LIST_CLASSES.flatMap((name): [ListClass, number][] => {
    const its = apartByClass.get(name);
    return its === undefined ? [] : [[name, its]];
  });
}
