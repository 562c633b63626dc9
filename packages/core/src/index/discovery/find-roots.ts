import { kindOfName } from '#tree/kind.ts';
import { Policy } from '#tree/policy.ts';
import { readFolder } from './folder.ts';
import { isRoot } from './markers.ts';

/** Levels of folders in which roots are searched. */
const DEEPEST = 5;

export interface FoundRoots {
  /** Paths relative to the folder, ordered; the empty path for the folder itself. */
  roots: string[];
  /**
   * Paths outside of roots: topmost folders, with a trailing slash, including unreadable ones; and source files. By
   * folder, each with its folders first.
   */
  without: string[];
}

/**
 * Searches roots of projects in a folder and up to five levels below it. The search does not continue in a root.
 * Folders that every scan excludes, such as `node_modules`, are skipped, and symbolic links are not followed.
 *
 * @param location absolute
 * @param exclude globs of further folders to exclude
 * @throws {AnalyzerError} `usage` for an invalid glob
 */
export function findRoots(location: string, exclude: readonly string[]): FoundRoots {
  const policy = new Policy({ profile: 'inventory', all: false, exclude }, []);
  const found: FoundRoots = { roots: [], without: [] };
  if (!search(location, '', 0, policy, found)) return { roots: [], without: [] };
  return found;
}

/** @returns whether it contains a root */
function search(location: string, path: string, depth: number, policy: Policy, found: FoundRoots): boolean {
  const content = readFolder(path === '' ? location : `${location}/${path}`);
  if ('reason' in content) return false;
  if (isRoot(content.names)) {
    found.roots.push(path);
    return true;
  }
  if (depth === DEEPEST || policy.directoryHolding(content.names)) return false;
  const without: string[] = [];
  let holdsRoot = false;
  for (const name of content.folders) {
    const inside = below(path, name);
    if (policy.directory(inside)) continue;
    if (search(location, inside, depth + 1, policy, found)) holdsRoot = true;
    else without.push(`${inside}/`);
  }
  if (holdsRoot) found.without.push(...without, ...looseCode(content.files, path, policy));
  return holdsRoot;
}

function looseCode(files: readonly string[], path: string, policy: Policy): string[] {
  return files
    .filter((name) => kindOfName(name)?.parsed)
    .map((name) => below(path, name))
    .filter((file) => policy.file(file, () => false) === undefined);
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
