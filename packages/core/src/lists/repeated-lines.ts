import { decodeUnits, type Units } from '#parse/elements/element-block.ts';
import type { FileEntry, Group, Scan } from '#scan/model.ts';
import type { GroupClasses } from './group-classes.ts';
import type { Occurrence } from './group-code.ts';
import { countedGroups } from './ignored-code.ts';
import type { ListClass } from './list-classes.ts';
import { listedGroups } from './listed-groups.ts';

/** By path: element blocks of files, which a scan does not have. */
export type ElementsByPath = ReadonlyMap<string, Pick<NonNullable<FileEntry['facts']>, 'elements'>>;

/** The groups of a scan that a list shows, and those that they represent. */
export interface ShownGroups {
  /** Ids of the groups that are shown. */
  ids: ReadonlySet<string>;
  groups: readonly Group[];
}

/** @param include classes that are not apart */
export function shownGroups(scan: Scan, include: readonly ListClass[]): ShownGroups {
  const ids = new Set(listedGroups(scan, include).shown.map(({ id }) => id));
  const { groups } = countedGroups(scan);
  const holders = new Map(groups.map((group) => [group.id, group.folded_into]));
  const isShown = (id: string | undefined): boolean => id !== undefined && (ids.has(id) || isShown(holders.get(id)));
  return { ids, groups: groups.filter(({ id }) => isShown(id)) };
}

/** Paths of the files whose element blocks `repeatedLines` needs: those of similar declarations that were edited. */
export function pathsOfEdited({ groups }: ShownGroups, classes: GroupClasses): Set<string> {
  const edited = groups.filter(({ similarity = [] }) => similarity.some((its) => its < 1000));
  return new Set(edited.flatMap((group) => classes.rangesOf(group).map(({ path }) => path)));
}

/**
 * The lines of files that are in copies that a list shows, each line once. Of similar declarations that were edited these are
 * the lines of statements and members that the first one has too, perhaps renamed.
 *
 * @param classes of the scan of the groups
 * @returns by path: the numbers of the lines
 */
export function repeatedLines(
  { groups }: ShownGroups,
  classes: GroupClasses,
  elements: ElementsByPath,
): Map<string, ReadonlySet<number>> {
  const lines = new Map<string, Set<number>>();
  const add = (path: string, first: number, last: number) => {
    const its = lines.get(path) ?? new Set();
    lines.set(path, its);
    for (let line = first; line <= last; line++) its.add(line);
  };
  const units = new UnitsByPath(elements);
  for (const group of groups) {
    const { similarity = [] } = group;
    const ranges = classes.rangesOf(group);
    const [first] = ranges;
    for (const [at, range] of ranges.entries()) {
      if (first !== undefined && (similarity[at] ?? 1000) < 1000) {
        for (const [start, end] of units.common(range, first)) add(range.path, start, end);
        for (const [start, end] of units.common(first, range)) add(first.path, start, end);
      } else if (at > 0 || similarity.length === 0) add(range.path, range.start_line, range.end_line);
    }
    // The first one is a copy as a whole if another one is.
    const hasWhole = similarity.slice(1).some((its) => its === 1000);
    if (hasWhole && first !== undefined) add(first.path, first.start_line, first.end_line);
  }
  return lines;
}

/** The units of files. */
class UnitsByPath {
  readonly #elements: ElementsByPath;
  readonly #units = new Map<string, Units>();

  constructor(elements: ElementsByPath) {
    this.#elements = elements;
  }

  /** The lines of the outermost units of a declaration that another one has too. */
  *common(range: Occurrence, other: Occurrence): Generator<[first: number, last: number]> {
    const [units, others] = [this.#of(range.path), this.#of(other.path)];
    if (units === undefined || others === undefined) return;
    const known = new Set([...unitsIn(others, other)].map((unit) => shapeOf(others, unit)));
    let end = -1;
    for (const unit of unitsIn(units, range)) {
      if ((units.startByte[unit] ?? 0) < end || !known.has(shapeOf(units, unit))) continue;
      end = units.endByte[unit] ?? 0;
      yield [units.startLine[unit] ?? 0, units.endLine[unit] ?? 0];
    }
  }

  #of(path: string): Units | undefined {
    const { elements } = this.#elements.get(path) ?? {};
    const known = this.#units.get(path) ?? (elements && decodeUnits(elements));
    if (known !== undefined) this.#units.set(path, known);
    return known;
  }
}

/** In pre-order. */
function* unitsIn({ startByte, endByte }: Units, { start_byte, end_byte }: Occurrence): Generator<number> {
  for (let unit = 0; unit < startByte.length; unit++) {
    const [start = 0, end = 0] = [startByte[unit], endByte[unit]];
    if (start >= start_byte && end <= end_byte) yield unit;
  }
}

function shapeOf({ shapeHigh, shapeLow }: Units, unit: number): string {
  return `${shapeHigh[unit]} ${shapeLow[unit]}`;
}
