import type { Group, Scan } from '#scan/model.ts';
import { GroupClasses } from './group-classes.ts';
import { countedGroups } from './ignored-code.ts';
import { type IntendedMirror, MirrorSides } from './intended-mirror.ts';
import { LIST_CLASSES, type ListClass } from './list-classes.ts';
import { inListOrder } from './list-order.ts';
import { ListedRanges } from './listed-ranges.ts';

export interface ApartGroup {
  group: Group;
  by: ListClass;
}

export interface IntendedGroup {
  group: Group;
  mirror: IntendedMirror;
}

export interface ListedGroups {
  /** Unfolded groups of which at least two occurrences are in product code, and that no other class puts apart. */
  shown: Group[];
  /** The other unfolded groups, each with the class that puts it apart. */
  apart: ApartGroup[];
  /** Groups that would be shown, of which each side of an intended mirror has at most one occurrence and no file outside has one. */
  intended: IntendedGroup[];
  /** Folded groups, and those mostly inside groups that are shown before. */
  inside: number;
  /** Number of unfolded groups of which comments in the source leave fewer than two occurrences. */
  silenced: number;
}

/** The groups of a scan for people, in the order of lists. */
export function listedGroups(
  scan: Scan,
  include: readonly ListClass[],
  mirrors: readonly IntendedMirror[] = [],
): ListedGroups {
  const sides = mirrors.map((mirror) => ({ mirror, sides: new MirrorSides(mirror) }));
  const classes = new GroupClasses(scan, include);
  const { groups, silenced } = countedGroups(scan);
  const listed: ListedGroups = { shown: [], apart: [], intended: [], inside: 0, silenced };
  const known = new ListedRanges();
  for (const group of inListOrder(groups)) {
    if (group.folded_into !== undefined) {
      listed.inside++;
      continue;
    }
    const its = classes.of(group);
    if (its === undefined) {
      const ranges = classes.rangesOf(group);
      const paths = ranges.map(({ path }) => path);
      const mirror = sides.find((it) => it.sides.isIntended(paths))?.mirror;
      if (known.hasMost(ranges)) listed.inside++;
      // Copies on the same side inside these are listed.
      else if (mirror !== undefined) listed.intended.push({ group, mirror });
      else {
        listed.shown.push(group);
        for (const range of ranges) known.add(range);
      }
      continue;
    }
    listed.apart.push({ group, by: its });
  }
  return listed;
}

/** The classes of groups that are apart, with their numbers. */
export function countsApart(apart: readonly Pick<ApartGroup, 'by'>[]): [ListClass, number][] {
  return LIST_CLASSES.flatMap((name): [ListClass, number][] => {
    const count = apart.filter(({ by }) => by === name).length;
    return count === 0 ? [] : [[name, count]];
  });
}
