import { classOf, FILE_CLASSES, type FileClass } from '#scan/file-classes.ts';
import type { Group, Scan } from '#scan/model.ts';

export interface ListedGroups {
  /** Unfolded groups of which at least two occurrences are in product code, or in included classes. */
  shown: Group[];
  /** The other unfolded groups, and their number by the class that excludes most of their occurrences. */
  apart: Group[];
  apartByClass: Map<FileClass, number>;
  folded: number;
}

/** The groups of a scan for people, in its order. */
export function listedGroups(scan: Scan, include: readonly FileClass[]): ListedGroups {
  const classes = excludedClasses(scan, include);
  const pathOf = pathsOfIds(scan);
  const listed: ListedGroups = { shown: [], apart: [], apartByClass: new Map(), folded: 0 };
  for (const group of scan.groups) {
    if (group.folded_into !== undefined) {
      listed.folded++;
      continue;
    }
    const paths = group.blocks?.map(({ path }) => path) ?? group.occurrences.map((id) => pathOf.get(id) ?? '');
    const its = paths.map((path) => classes.get(path));
    if (its.filter((it) => it === undefined).length > 1) {
      listed.shown.push(group);
      continue;
    }
    listed.apart.push(group);
    const [most] = FILE_CLASSES.toSorted((a, b) => count(its, b) - count(its, a));
    if (most !== undefined) listed.apartByClass.set(most, (listed.apartByClass.get(most) ?? 0) + 1);
  }
  return listed;
}

function count(its: readonly (FileClass | undefined)[], wanted: FileClass): number {
  return its.filter((it) => it === wanted).length;
}

/** By path: the first class of the file that is not included. */
function excludedClasses({ entries }: Scan, include: readonly FileClass[]): Map<string, FileClass> {
  const excluded = FILE_CLASSES.filter((it) => !include.includes(it));
  const classes = new Map<string, FileClass>();
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const own = classOf(entry, excluded);
    if (own !== undefined) classes.set(entry.path, own);
  }
  return classes;
}

/** Paths of the files of declarations in groups. */
function pathsOfIds({ groups, relations }: Scan): Map<string, string> {
  const wanted = new Set(groups.flatMap(({ occurrences }) => occurrences));
  const paths = new Map<string, string>();
  for (const [path, { ids }] of relations) for (const id of ids) if (wanted.has(id)) paths.set(id, path);
  return paths;
}
