import { isList, isTable, type Json } from '../../settings/json.ts';
import { StarPatterns } from './star-patterns.ts';

/** The conditions that a resolver of sources uses; targets with fewer other conditions are tried first. */
const CONDITIONS: ReadonlySet<string> = new Set(['types', 'import', 'require', 'node', 'module', 'source', 'default']);
/** Maximum number of targets of one subpath; further ones have no effect. */
const MAX_TARGETS = 64;
/** Maximum number of `*` in a target, each of which is replaced; a target with more has no effect. */
const MAX_STARS = 16;

/**
 * `exports` or `imports` of a `package.json`.
 * https://nodejs.org/api/esm.html#resolution-algorithm-specification, PACKAGE_IMPORTS_EXPORTS_RESOLVE
 */
export class Subpaths {
  readonly #exact: ReadonlyMap<string, readonly string[]>;
  readonly #patterns: StarPatterns<readonly string[]>;

  /** @param report is called with the reason if something has no effect */
  constructor(value: Json, report: (problem: string) => void) {
    const isMap = isTable(value) && [...value.keys()].some((key) => key.startsWith('.') || key.startsWith('#'));
    const rows = Array.from(isMap ? value : new Map([['.', value]]), ([key, targets]) => {
      return [key, targetsOf(targets, report)] as const;
    });
    this.#exact = new Map(rows);
    this.#patterns = new StarPatterns(rows.filter(([key]) => key.indexOf('*') === key.lastIndexOf('*')));
  }

  /**
   * The targets of a subpath, those with the fewest unusual conditions first, then in written order. A key with `*` matches
   * by its longest prefix, then by its longest suffix.
   *
   * @param subpath `.`, `./x` or `#x`
   */
  targets(subpath: string): string[] {
    const exact = subpath.includes('*') ? undefined : this.#exact.get(subpath);
    if (exact !== undefined) return exact.map((target) => target.replaceAll('*', ''));
    const [match] = this.#patterns.matches(subpath, 1);
    return match?.value.map((target) => target.replaceAll('*', () => match.star)) ?? [];
  }
}

function targetsOf(value: Json, report: (problem: string) => void): string[] {
  const targets: { target: string; unusual: number }[] = [];
  const collect = (at: Json, unusual: number): void => {
    if (typeof at === 'string') {
      if (at.split('*').length > MAX_STARS + 1) report(`has a target with more than ${MAX_STARS} "*"`);
      else if (targets.length < MAX_TARGETS) targets.push({ target: at, unusual });
      else report(`has a key with more than ${MAX_TARGETS} targets`);
    } else if (isList(at)) for (const item of at) collect(item, unusual);
    else if (isTable(at)) {
      for (const [key, inside] of at) collect(inside, CONDITIONS.has(key) ? unusual : unusual + 1);
    }
  };
  collect(value, 0);
  return targets.sort((a, b) => a.unusual - b.unusual).map(({ target }) => target);
}
