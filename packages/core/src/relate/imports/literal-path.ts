import type { LeftOut } from '../left-out.ts';
import { folderOf, follow } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { importReasons, nothingAt, nothingAtRun } from '../reasons.ts';
import { type Destination, external, leadsTo, unresolved } from './link.ts';

const absolute = /^(?:\/|~|\\|[A-Za-z]:[\\/])/;
const url = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/**
 * Resolves a literal path that a process opens at run time (PHP `include`, Bash `source`): next to the including file,
 * and below the root, the two usual working directories. Two different files are ambiguous.
 */
export function resolvePath(files: ProjectFiles, leftOut: LeftOut, importer: string, target: string): Destination {
  if (target === '') return unresolved(importReasons.empty);
  if (absolute.test(target)) return external(importReasons.absolute);
  if (url.test(target)) return external(importReasons.url);
  const folders = new Set([folderOf(importer), '']);
  const paths = new Set<string>();
  for (const folder of folders) {
    const path = follow(folder, target);
    if (path !== undefined) paths.add(path);
  }
  if (paths.size === 0) return unresolved(importReasons.outside);
  const found = [...paths].filter((path) => files.has(path));
  if (found.length > 0) return leadsTo(found, 'working-directory');
  return unresolved(reasonAt(leftOut, [...paths]) ?? nothingAtRun([...paths]));
}

/** Resolves a literal path relative to the file's folder (PHP `__DIR__ . '/x.php'`, Bash `"$(dirname "$0")/x"`), independent of the working directory. */
export function resolveFromFolder(
  files: ProjectFiles,
  leftOut: LeftOut,
  importer: string,
  target: string,
): Destination {
  const path = follow(folderOf(importer), target);
  if (path === undefined) return unresolved(importReasons.outside);
  return files.has(path) ? leadsTo([path], 'directory') : unresolved(reasonAt(leftOut, [path]) ?? nothingAt(path));
}

/**
 * The only file with this path below any folder (Bash `"$X/lib/y"`): a candidate, which is never certain. The including file does
 * not count.
 */
export function resolveSuffix(files: ProjectFiles, leftOut: LeftOut, importer: string, target: string): Destination {
  const [path, other] = files.endingWith(target).filter((it) => it !== importer);
  if (path === undefined) {
    return unresolved(leftOut.file((its) => its.endingWith(target)[0]) ?? importReasons.suffix_none);
  }
  if (other !== undefined) return unresolved(importReasons.suffix_many);
  return { state: 'ambiguous', candidates: [path], rule: 'suffix', reason: importReasons.suffix };
}

function reasonAt(leftOut: LeftOut, paths: readonly string[]): string | undefined {
  return leftOut.file((files) => paths.find((path) => files.has(path))) ?? leftOut.around(...paths);
}
