import { inFolder } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';

/** The result of searching a dotted module name below one folder. */
export type PythonLocation =
  | { kind: 'module'; path: string }
  | { kind: 'package'; path: string; folder: string }
  | { kind: 'namespace'; folder: string }
  /** `at` is the path where it would be; `begun`: its first segment exists. */
  | { kind: 'missing'; at: string; begun: boolean };

/**
 * Finds a module below a folder as CPython's path finder does, segment by segment: a package (`x/__init__.py`) before a
 * module (`x.py`) before a namespace package (a folder `x`, here only one that contains Python). Stubs (`.pyi`) count
 * only without a source file.
 *
 * PEP 420; https://docs.python.org/3/reference/import.html#the-path-based-finder
 *
 * @param segments of the dotted name; an empty list finds the folder itself
 * @param around folders that are not packages, although they have the file of one
 */
export function findModule(
  files: ProjectFiles,
  base: string,
  segments: readonly string[],
  around: ReadonlySet<string> = NO_FOLDERS,
): PythonLocation {
  let location = findSegment(files, base, false, around);
  let at = base;
  for (const [index, segment] of segments.entries()) {
    if (location.kind === 'module') {
      return { kind: 'missing', at: inFolder(location.path, segments.slice(index).join('/')), begun: true };
    }
    at = inFolder(at, segment);
    location = findSegment(files, at, true, around);
    if (location.kind === 'missing')
      return { kind: 'missing', at: inFolder(base, segments.join('/')), begun: index > 0 };
  }
  return location;
}

/** The file of a package or module at a path without its extension. */
export function fileAt(files: ProjectFiles, at: string): string | undefined {
  const location = findSegment(files, at, true, NO_FOLDERS);
  return location.kind === 'module' || location.kind === 'package' ? location.path : undefined;
}

const NO_FOLDERS: ReadonlySet<string> = new Set();

function findSegment(files: ProjectFiles, at: string, modules: boolean, around: ReadonlySet<string>): PythonLocation {
  for (const extension of ['.py', '.pyi']) {
    const init = inFolder(at, `__init__${extension}`);
    if (files.has(init) && !around.has(at)) return { kind: 'package', path: init, folder: at };
    if (modules && files.has(at + extension)) return { kind: 'module', path: at + extension };
  }
  return files.holdsPython(at) ? { kind: 'namespace', folder: at } : { kind: 'missing', at, begun: false };
}
