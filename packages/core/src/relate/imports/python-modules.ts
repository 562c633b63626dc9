import { inFolder } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';

/** What a dotted module name finds below one folder. */
export type PythonPlace =
  | { kind: 'module'; path: string }
  | { kind: 'package'; path: string; folder: string }
  | { kind: 'namespace'; folder: string }
  /** `at` is where it would be; `begun`: its first segment was there. */
  | { kind: 'missing'; at: string; begun: boolean };

/**
 * Finds a module below a folder as CPython's path finder does, segment by segment: a package (`x/__init__.py`) before a
 * module (`x.py`) before a namespace package (a folder `x`, here only one that holds Python). Stubs (`.pyi`) stand in
 * only where nothing runs.
 *
 * PEP 420; https://docs.python.org/3/reference/import.html#the-path-based-finder
 *
 * @param segments of the dotted name; none finds the folder itself
 */
export function findModule(files: ProjectFiles, base: string, segments: readonly string[]): PythonPlace {
  let place = findSegment(files, base, false);
  let at = base;
  for (const [index, segment] of segments.entries()) {
    if (place.kind === 'module') {
      return { kind: 'missing', at: inFolder(place.path, segments.slice(index).join('/')), begun: true };
    }
    at = inFolder(at, segment);
    place = findSegment(files, at, true);
    if (place.kind === 'missing') return { kind: 'missing', at: inFolder(base, segments.join('/')), begun: index > 0 };
  }
  return place;
}

function findSegment(files: ProjectFiles, at: string, modules: boolean): PythonPlace {
  for (const extension of ['.py', '.pyi']) {
    const init = inFolder(at, `__init__${extension}`);
    if (files.has(init)) return { kind: 'package', path: init, folder: at };
    if (modules && files.has(at + extension)) return { kind: 'module', path: at + extension };
  }
  return files.holdsPython(at) ? { kind: 'namespace', folder: at } : { kind: 'missing', at, begun: false };
}
