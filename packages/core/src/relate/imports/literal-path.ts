import { folderOf, follow } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { importReasons, nothingAt, nothingAtRun } from '../reasons.ts';
import { type Destination, external, leadsTo, unresolved } from './link.ts';

const absolute = /^(?:\/|~|\\|[A-Za-z]:[\\/])/;
const url = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/**
 * A literal path that a process opens at run time (PHP `include`, Bash `source`): looked for beside the including
 * file, then below the root, the two usual working directories. Two different files there are ambiguous.
 */
export function resolvePath(files: ProjectFiles, importer: string, target: string): Destination {
  if (target === '') return unresolved(importReasons.empty);
  if (absolute.test(target)) return external(importReasons.absolute);
  if (url.test(target)) return external(importReasons.url);
  const folders = new Set([folderOf(importer), '']);
  const places = new Set<string>();
  for (const folder of folders) {
    const place = follow(folder, target);
    if (place !== undefined) places.add(place);
  }
  if (places.size === 0) return unresolved(importReasons.outside);
  const found = [...places].filter((place) => files.has(place));
  return found.length === 0 ? unresolved(nothingAtRun([...places])) : leadsTo(found);
}

/** A literal path after the file's own folder (PHP `__DIR__ . '/x.php'`), which no working directory can change. */
export function resolveFromFolder(files: ProjectFiles, importer: string, target: string): Destination {
  const place = follow(folderOf(importer), target);
  if (place === undefined) return unresolved(importReasons.outside);
  return files.has(place) ? leadsTo([place]) : unresolved(nothingAt(place));
}
