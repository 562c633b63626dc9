import { compareBytes } from '@analyzer/contracts/order';
import type { ScanOptions } from '#scan/model.ts';
import { hasExtension, kindOfName, SHEBANG } from '#tree/kind.ts';
import { carriesMarker } from '#tree/own-map.ts';
import { Policy } from '#tree/policy.ts';
import { type FolderContent, readFolder } from './folder.ts';
import { isRoot } from './markers.ts';

/** Levels of folders in which roots are searched. */
const DEEPEST = 5;

export interface FoundRoots {
  /** Paths relative to the folder, ordered; the empty path for the folder itself. */
  roots: string[];
  /** Whether a source file, or a folder that cannot be listed, is outside of all roots. */
  hasSourcesOutside: boolean;
}

interface Step {
  path: string;
  /** Levels below the named folder; undefined where only source files are searched. */
  depth: number | undefined;
}

/**
 * Searches roots of projects in a folder and up to five levels below it. The search does not continue in a root.
 * Folders that every scan excludes, such as `node_modules`, are skipped, and symbolic links are not followed.
 *
 * @param location absolute
 * @param options of the scan, which decide what is a source file outside of roots
 * @throws {AnalyzerError} `usage` for an invalid glob
 */
export function findRoots(location: string, options: Pick<ScanOptions, 'profile' | 'all' | 'exclude'>): FoundRoots {
  const searched = new Policy({ profile: 'inventory', all: false, exclude: options.exclude }, []);
  const scanned = new Policy(options, []);
  const roots: string[] = [];
  let hasSourcesOutside = false;
  const steps: Step[] = [{ path: '', depth: 0 }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { path, depth } = step;
    if (depth === undefined && hasSourcesOutside) continue;
    const content = readFolder(path === '' ? location : `${location}/${path}`);
    if ('reason' in content) {
      hasSourcesOutside = true;
      continue;
    }
    if (depth !== undefined && isRoot(content.names)) {
      roots.push(path);
      continue;
    }
    if (scanned.directoryHolding(content.names)) continue;
    hasSourcesOutside ||= holdsSources(location, path, content, scanned);
    const isSearched = depth !== undefined && depth < DEEPEST && !searched.directoryHolding(content.names);
    for (const name of content.folders) {
      const inside = below(path, name);
      if (isSearched && !searched.directory(inside)) steps.push({ path: inside, depth: depth + 1 });
      else if (!scanned.directory(inside)) steps.push({ path: inside, depth: undefined });
    }
  }
  return { roots: roots.sort(compareBytes), hasSourcesOutside };
}

function holdsSources(location: string, path: string, { files }: FolderContent, policy: Policy): boolean {
  return files.some((name) => {
    const isNamed = kindOfName(name) !== undefined;
    if (!isNamed && hasExtension(name)) return false;
    const file = below(path, name);
    const isScript = !isNamed && carriesMarker(`${location}/${file}`, SHEBANG, SHEBANG.length);
    return policy.file(file, isScript) === undefined && (isNamed || isScript);
  });
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
