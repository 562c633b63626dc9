import type { Group, Scan } from '#scan/model.ts';
import type { GroupClasses } from './group-classes.ts';
import type { Occurrence } from './group-code.ts';
import { countedGroups } from './ignored-code.ts';
import type { ListClass } from './list-classes.ts';
import { listedGroups } from './listed-groups.ts';

/** The groups of a scan that a list shows, and those that they represent. */
export interface ShownGroups {
  /** Ids of the groups that are shown. */
  ids: ReadonlySet<string>;
  groups: readonly Group[];
}

/** @param include classes that are not apart */
export function shownGroups(scan: Scan, include: readonly ListClass[]): ShownGroups {
  const ids = new Set(listedGroups(scan, include).shown.map(({ id }) => id));
  return { ids, groups: withRepresented(scan, ids) };
}

/** The groups of some ids, and those that they represent. */
export function withRepresented(scan: Scan, ids: ReadonlySet<string>): Group[] {
  const { groups } = countedGroups(scan);
  const holders = new Map(groups.map((group) => [group.id, group.folded_into]));
  const isShown = (id: string | undefined): boolean => id !== undefined && (ids.has(id) || isShown(holders.get(id)));
  return groups.filter(({ id }) => isShown(id));
}

/**
 * The number of lines of files that are in copies that a list shows, each line once. Copies that were edited count as a whole, as
 * identical ones do: a list shows them as a whole.
 *
 * @param classes of the scan of the groups
 * @returns by path
 */
export function repeatedLines(groups: readonly Group[], classes: GroupClasses): Map<string, number> {
  const ranges = new Map<string, Occurrence[]>();
  for (const range of groups.flatMap((group) => classes.rangesOf(group))) {
    const its = ranges.get(range.path);
    if (its === undefined) ranges.set(range.path, [range]);
    else its.push(range);
  }
  return new Map(Array.from(ranges, ([path, its]) => [path, coveredLines(its)]));
}

function coveredLines(ranges: readonly Occurrence[]): number {
  let [lines, last] = [0, 0];
  for (const { start_line, end_line } of ranges.toSorted((a, b) => a.start_line - b.start_line)) {
    if (end_line <= last) continue;
    lines += end_line - Math.max(last, start_line - 1);
    last = end_line;
  }
  return lines;
}
