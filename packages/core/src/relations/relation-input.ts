import { RELATION_RULES } from '#languages/relation-rules.ts';
import { GroupClasses } from '#lists/group-classes.ts';
import { countedGroups } from '#lists/ignored-code.ts';
import { listedGroups } from '#lists/listed-groups.ts';
import { classOf, FILE_CLASSES, type FileClass } from '#scan/file-classes.ts';
import type { Scan } from '#scan/model.ts';
import { copyLimits } from '#scan/options.ts';
import type { LibraryFile } from './library-evidence.ts';
import type { Member } from './members.ts';
import type { LibraryFiles } from './vendored-libraries.ts';

/** A parsed file of product code. */
export interface ProductFile {
  path: string;
  lines: number;
  /** Functions that an index stores too: those of at least the least size of a group, and types. */
  declarations: readonly Member[];
}

/** Lines of a product file, both inclusive. */
export interface Occurrence {
  /** Index of the file. */
  file: number;
  start: number;
  end: number;
}

export interface RelatedGroup {
  id: string;
  /** Those in product files. */
  occurrences: Occurrence[];
  /** Number of the other ones. */
  outside: number;
}

export interface RelationInput {
  /** In bytewise order of the paths. */
  files: ProductFile[];
  /** Unfolded groups, without silenced occurrences, in the order of the scan. */
  groups: RelatedGroup[];
  /** Those that a list shows, in its order. */
  listed: RelatedGroup[];
  /** Identical files. */
  identical: number[][];
  /** In bytewise order of the paths. */
  libraries: LibraryFiles;
}

export function relationInput(scan: Scan): RelationInput {
  const files: ProductFile[] = [];
  const least = Math.min(scan.options.min_nodes, copyLimits(scan.options).nearNodes);
  const indices = new Map<string, number>();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.facts === undefined || entry.name_lossy === true) continue;
    if (classOf(entry, FILE_CLASSES) !== undefined || isToolFile(entry.path)) continue;
    indices.set(entry.path, files.length);
    const declarations = entry.facts.declarations.filter(({ nodes }) => nodes >= least);
    files.push({ path: entry.path, lines: entry.lines ?? 0, declarations });
  }
  const classes = new GroupClasses(scan);
  const related = (group: Scan['groups'][number]): RelatedGroup => {
    const ranges = classes.rangesOf(group);
    const occurrences = ranges.flatMap(({ path, start_line, end_line }) => {
      const file = indices.get(path);
      return file === undefined ? [] : [{ file, start: start_line, end: end_line }];
    });
    return { id: group.id, occurrences, outside: ranges.length - occurrences.length };
  };
  const unfolded = countedGroups(scan).groups.filter(({ folded_into }) => folded_into === undefined);
  return {
    files,
    groups: unfolded.map(related),
    listed: listedGroups(scan, []).shown.map(related),
    libraries: { vendored: libraryFiles(scan, true), others: [{ root: '', files: libraryFiles(scan, false) }] },
    identical: scan.duplicate_files.map(({ paths }) => paths.flatMap((path) => indices.get(path) ?? [])),
  };
}

/** Libraries in these are data of tests, or examples of how to use one. */
const NO_LIBRARIES: readonly FileClass[] = ['tests', 'examples', 'benchmarks'];

function libraryFiles({ entries }: Scan, areVendored: boolean): LibraryFile[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'file' || entry.is_vendored !== areVendored || entry.name_lossy === true) return [];
    if (classOf(entry, areVendored ? NO_LIBRARIES : FILE_CLASSES) !== undefined) return [];
    return [{ path: entry.path, ...(entry.facts !== undefined && { lines: entry.lines ?? 0 }) }];
  });
}

/** Whether a file configures a tool. */
export function isToolFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { parts, names } = RELATION_RULES.tool_files;
  return names.includes(name) || parts.some((part) => name.includes(part));
}
