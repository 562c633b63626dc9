import { findCycles } from '#relate/cycles/find-cycles.ts';
import { classOf, FILE_CLASSES, type FileClass } from '#scan/file-classes.ts';
import { importsOf } from '#scan/imports-of.ts';
import type { Cycle, Group, Scan } from '#scan/model.ts';
import type { Diff, IgnoredChanges } from './model.ts';

/** The lists of a diff from which changes of files are removed. */
type Lists = Pick<Diff, 'declarations' | 'regroupings' | 'imports' | 'unchanged_imports' | 'files' | 'similar_files'>;

/** The files of a scan that have one of some classes. */
export function filesOfClasses({ entries }: Scan, classes: readonly FileClass[]): Set<string> {
  const paths = entries.flatMap((it) => (it.kind === 'file' && classOf(it, classes) !== undefined ? [it.path] : []));
  return new Set(paths);
}

/** The import cycles of a scan that its other files close, and the groups with copies in at least two places of them. */
export function withoutFiles(scan: Scan, ignored: ReadonlySet<string>): Scan {
  if (ignored.size === 0) return scan;
  return { ...scan, cycles: cyclesAmong(scan, ignored), groups: groupsAmong(scan, ignored) };
}

function cyclesAmong(scan: Scan, ignored: ReadonlySet<string>): Cycle[] {
  const targetsOf = importsOf(scan, false);
  // A cycle of some files is part of a cycle of all.
  return scan.cycles.flatMap(({ files }) => {
    const others = new Set(files.filter((path) => !ignored.has(path)));
    const graph = Array.from(others, (path): [string, Set<string>] => {
      return [path, new Set([...targetsOf(path)].filter((target) => others.has(target)))];
    });
    return findCycles(new Map(graph));
  });
}

function groupsAmong({ groups, relations }: Scan, ignored: ReadonlySet<string>): Group[] {
  const ids = new Set([...ignored].flatMap((path) => relations.get(path)?.ids ?? []));
  const remaining = groups.flatMap((group): Group[] => {
    const occurrences = group.occurrences.filter((id) => !ids.has(id));
    const blocks = group.blocks?.filter(({ path }) => !ignored.has(path));
    if (occurrences.length + (blocks?.length ?? 0) < 2) return [];
    return [{ ...group, occurrences, ...(blocks && { blocks }) }];
  });
  const known = new Set(remaining.map(({ id }) => id));
  return remaining.map(({ contained_in, folded_into, ...group }) => ({
    ...group,
    ...(contained_in !== undefined && known.has(contained_in) && { contained_in }),
    ...(folded_into !== undefined && known.has(folded_into) && { folded_into }),
  }));
}

/** Removes changes that only files of some classes have: of imports the importing file counts. */
export function withoutClasses<Its extends Lists>(
  diff: Its,
  classes: readonly FileClass[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Its & { ignored?: IgnoredChanges } {
  if (classes.length === 0) return diff;
  const counts = (old: string | undefined, now: string | undefined): boolean =>
    (old !== undefined && !before.has(old)) || (now !== undefined && !after.has(now));
  const declarations = diff.declarations.filter((it) => counts(it.before?.path, it.after?.path));
  const imports = diff.imports.filter(({ change, path }) => !(change === 'appeared' ? after : before).has(path));
  const files = diff.files.filter((it) => counts(it.before?.path, it.after?.path));
  return {
    ...diff,
    declarations,
    regroupings: diff.regroupings.filter(({ change, path, parts }) => {
      const isSplit = change === 'split';
      return parts.some((part) => counts(isSplit ? path : part.path, isSplit ? part.path : path));
    }),
    imports,
    unchanged_imports: diff.unchanged_imports.filter(({ path }) => !after.has(path)),
    files,
    similar_files: diff.similar_files.filter(({ removed, added }) => counts(removed, added)),
    ignored: {
      classes: FILE_CLASSES.filter((it) => classes.includes(it)),
      declarations: diff.declarations.length - declarations.length,
      imports: diff.imports.length - imports.length,
      files: diff.files.length - files.length,
    },
  };
}
