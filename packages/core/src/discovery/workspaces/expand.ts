import { statSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { Glob } from '#tree/globs/glob.ts';
import { Policy } from '#tree/policy.ts';
import { readFolder } from '../folder.ts';
import type { MemberGlobs } from './member-globs.ts';

/** Levels of folders that `**` matches. */
const DEEPEST = 5;

/**
 * Expands globs to the folders below a root that contain a file with a certain name. Folders that every scan excludes,
 * symbolic links, and paths outside of the root are skipped.
 *
 * @param root absolute
 * @param holding name of the file that makes a folder a workspace
 * @returns paths relative to the root, and unsupported globs
 */
export function expandMembers(
  root: string,
  { include, exclude }: MemberGlobs,
  holding: string,
): { paths: string[]; unknown: string[] } {
  const folders = new Folders(root);
  const unknown: string[] = [];
  const asGlob = (source: string): Glob[] => {
    try {
      return [new Glob(`/${trimmed(source)}`, holding)];
    } catch (error) {
      if (!(error instanceof AnalyzerError)) throw error;
      unknown.push(source);
      return [];
    }
  };
  const excluded = exclude.flatMap(asGlob);
  const paths = new Set<string>();
  for (const source of include) {
    if (asGlob(source).length === 0) continue;
    for (const path of folders.matching(trimmed(source).split('/'))) {
      const isIn = path !== '' && !excluded.some((glob) => glob.matches(path, true));
      if (isIn && statSync(`${root}/${path}/${holding}`, { throwIfNoEntry: false })?.isFile()) paths.add(path);
    }
  }
  return { paths: [...paths], unknown };
}

/** Removes a leading `./` and trailing slashes. */
function trimmed(glob: string): string {
  return glob.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

class Folders {
  readonly #root: string;
  readonly #policy = new Policy({ profile: 'inventory', all: false, exclude: [] }, []);

  constructor(root: string) {
    this.#root = root;
  }

  /** @param names segments of a glob */
  matching(names: readonly string[]): Set<string> {
    let paths = new Set(['']);
    for (const name of names) paths = new Set([...paths].flatMap((path) => this.#step(path, name)));
    return paths;
  }

  #step(path: string, name: string): string[] {
    if (name === '**') return this.#below(path, 0);
    const glob = new Glob(name, 'workspaces');
    return this.#inside(path).filter((inside) => glob.matches(inside, true));
  }

  #below(path: string, depth: number): string[] {
    if (depth === DEEPEST) return [path];
    return [path, ...this.#inside(path).flatMap((inside) => this.#below(inside, depth + 1))];
  }

  #inside(path: string): string[] {
    const content = readFolder(path === '' ? this.#root : `${this.#root}/${path}`);
    if ('reason' in content) return [];
    const paths = content.folders.map((name) => (path === '' ? name : `${path}/${name}`));
    return paths.filter((inside) => this.#policy.directory(inside) === undefined);
  }
}
