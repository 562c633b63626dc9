import { findCycles } from '#relate/cycles/find-cycles.ts';
import { classOf, type FileClass } from '#scan/file-classes.ts';
import type { Scan } from '#scan/model.ts';
import type { Check, CycleFinding, GroupFinding, IgnoredFindings } from './model.ts';

/**
 * Removes findings of a check that exist only because of files of some classes: copies of which at most one, or none of the
 * new ones, is in other files; cycles that other files alone do not close, or that grew by such files only.
 *
 * @param importsOf the project files that a file imports
 */
export function withoutClasses(
  { groups, cycles }: Pick<Check, 'groups' | 'cycles'>,
  scan: Scan,
  classes: readonly FileClass[],
  importsOf: (path: string) => ReadonlySet<string>,
): Pick<Check, 'groups' | 'cycles'> & { ignored: IgnoredFindings } {
  const ignored = new Set<string>();
  for (const entry of scan.entries) {
    if (entry.kind === 'file' && classOf(entry, classes) !== undefined) ignored.add(entry.path);
  }
  const counts = (path: string) => !ignored.has(path);
  const remaining = {
    groups: groups.filter((it) => hasCopies(it, counts)),
    cycles: cycles.filter((it) => hasCycle(it, counts, importsOf)),
  };
  const findings = groups.length - remaining.groups.length + cycles.length - remaining.cycles.length;
  return { ...remaining, ignored: { classes: [...classes], findings } };
}

function hasCopies({ family, fresh }: GroupFinding, counts: (path: string) => boolean): boolean {
  return family.copies.filter(({ path }) => counts(path)).length > 1 && fresh.some(({ path }) => counts(path));
}

function hasCycle(
  { listed, files }: CycleFinding,
  counts: (path: string) => boolean,
  importsOf: (path: string) => ReadonlySet<string>,
): boolean {
  const known = new Set(listed);
  const others = files.filter(counts);
  return others.some((path) => !known.has(path)) && isCyclic(others, importsOf);
}

/** Whether the imports between some files form a cycle. */
function isCyclic(files: readonly string[], importsOf: (path: string) => ReadonlySet<string>): boolean {
  const among = new Set(files);
  const imports = files.map((path): [string, Set<string>] => {
    return [path, new Set([...importsOf(path)].filter((target) => among.has(target)))];
  });
  return findCycles(new Map(imports)).length > 0;
}
