import type { LeftOut } from '../../left-out.ts';
import { folderOf, follow } from '../../paths.ts';
import type { ProjectFiles } from '../../project-files.ts';
import { importReasons } from '../../reasons.ts';
import { hasTooManyStars, matchesGlob } from '../../settings/path-glob.ts';
import { type Destination, leadsTo, unresolved } from '../link.ts';

/** Maximum number of files of one call. */
const MAX_MATCHES = 256;
/** Maximum number of patterns of one call, after alternatives. */
const MAX_PATTERNS = 64;
/** Maximum number of different calls in a project: each compares its patterns with all paths. */
const MAX_CALLS = 1000;

/** UTF-16 units of a pattern. */
const LONGEST = 1000;

const PLAIN = /^[^[\](){}\\]*$/;

interface Patterns {
  included: string[];
  excluded: string[];
}

/** The files of `import.meta.glob`, by the rules of Vite: https://vite.dev/guide/features#glob-import */
export class ModuleGlobs {
  readonly #files: ProjectFiles;
  readonly #leftOut: LeftOut;
  readonly #known = new Map<string, Destination[]>();

  constructor(files: ProjectFiles, leftOut: LeftOut) {
    this.#files = files;
    this.#leftOut = leftOut;
  }

  /**
   * @param target patterns, one in a line
   * @returns one for each file in the order of paths, without the importing file; the last one states that there are more
   */
  resolve(importer: string, target: string): Destination[] {
    const folder = folderOf(importer);
    const key = `${folder}\n${target}`;
    let all = this.#known.get(key);
    if (all === undefined) {
      if (this.#known.size >= MAX_CALLS) return [unresolved(importReasons.glob_calls)];
      all = this.#matches(folder, target.split('\n'));
      this.#known.set(key, all);
    }
    const others = all.filter(({ path }) => path !== importer);
    return others.length === 0 ? [unresolved(importReasons.glob_none)] : others;
  }

  #matches(folder: string, written: readonly string[]): Destination[] {
    const patterns = readPatterns(folder, written);
    if (typeof patterns === 'string') return [unresolved(patterns)];
    const { included, excluded } = patterns;
    const isMatch = (path: string) =>
      included.some((it) => matchesFrom(it, path)) && !excluded.some((it) => matchesGlob(it, path));
    const found: Destination[] = [];
    for (const path of this.#files.paths()) {
      if (!isMatch(path)) continue;
      if (found.length === MAX_MATCHES) return [...found, unresolved(importReasons.glob_many)];
      found.push(leadsTo([path], 'glob'));
    }
    return found.length === 0 && this.#leftOut.some(isMatch) ? [unresolved(importReasons.glob_left_out)] : found;
  }
}

/** @returns the reason if one cannot be read */
function readPatterns(folder: string, written: readonly string[]): Patterns | string {
  const patterns: Patterns = { included: [], excluded: [] };
  for (const one of written) {
    const isExcluded = one.startsWith('!');
    const list = isExcluded ? patterns.excluded : patterns.included;
    const alternatives = one.length > LONGEST ? undefined : alternativesOf(isExcluded ? one.slice(1) : one);
    if (alternatives === undefined) return importReasons.glob_syntax;
    for (const it of alternatives) {
      if (it.startsWith('/')) return importReasons.absolute;
      if (!/^\.\.?\//.test(it) && !(isExcluded && it.startsWith('**'))) return importReasons.path_map;
      const pattern = it.startsWith('**') ? it : follow(folder, it);
      if (pattern === undefined) return importReasons.outside;
      if (hasTooManyStars(pattern)) return importReasons.glob_syntax;
      list.push(pattern);
    }
    if (patterns.included.length + patterns.excluded.length > MAX_PATTERNS) return importReasons.glob_syntax;
  }
  return patterns;
}

/** `a.{b,c}` is `a.b` and `a.c`; undefined for other syntax than that, `*` and `?`. */
function alternativesOf(pattern: string): string[] | undefined {
  const open = pattern.indexOf('{');
  if (open < 0) return PLAIN.test(pattern) ? [pattern] : undefined;
  const close = pattern.indexOf('}', open);
  if (close < 0) return undefined;
  const before = pattern.slice(0, open);
  const after = alternativesOf(pattern.slice(close + 1));
  const inside = pattern.slice(open + 1, close).split(',');
  if (after === undefined || !PLAIN.test(before) || !inside.every((it) => PLAIN.test(it))) return undefined;
  if (after.length * inside.length > MAX_PATTERNS) return undefined;
  return inside.flatMap((it) => after.map((rest) => before + it + rest));
}

/** A wildcard matches no name that starts with a dot, and no folder `node_modules`. */
function matchesFrom(pattern: string, path: string): boolean {
  const first = pattern.search(/[*?]/);
  const fixed = first < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', first) + 1);
  if (!path.startsWith(fixed) || !matchesGlob(pattern, path)) return false;
  const named = pattern.split('/');
  const rest = path.slice(fixed.length).split('/');
  return rest.every((segment) => named.includes(segment) || !(segment.startsWith('.') || segment === 'node_modules'));
}
