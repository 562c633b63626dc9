import { isList, isTable, type Json } from '../../settings/json.ts';

/** The conditions that a resolver of sources uses; targets with fewer other conditions are tried first. */
const CONDITIONS: ReadonlySet<string> = new Set(['types', 'import', 'require', 'node', 'module', 'source', 'default']);
/** Maximum number of targets of one subpath, and of nested conditions. */
const MOST_TARGETS = 64;

/**
 * The targets of a subpath in `exports` or `imports` of a `package.json`, those with the fewest unusual conditions first, then
 * in written order. A key with `*` matches by its longest prefix.
 * https://nodejs.org/api/esm.html#resolution-algorithm-specification, PACKAGE_IMPORTS_EXPORTS_RESOLVE
 *
 * @param subpath `.`, `./x` or `#x`
 */
export function exportTargets(exports: Json, subpath: string): string[] {
  const isMap = isTable(exports) && [...exports.keys()].some((key) => key.startsWith('.') || key.startsWith('#'));
  if (!isMap) return subpath === '.' ? targetsOf(exports, '') : [];
  const exact = exports.get(subpath);
  if (exact !== undefined && !subpath.includes('*')) return targetsOf(exact, '');
  let best: { value: Json; star: string; prefix: number; length: number } | undefined;
  for (const [key, value] of exports) {
    const star = key.indexOf('*');
    const end = key.slice(star + 1);
    if (star < 0 || end.includes('*') || subpath.length < key.length) continue;
    if (!subpath.startsWith(key.slice(0, star)) || !subpath.endsWith(end)) continue;
    if (best !== undefined && (best.prefix > star || (best.prefix === star && best.length >= key.length))) continue;
    best = { value, star: subpath.slice(star, subpath.length - end.length), prefix: star, length: key.length };
  }
  return best === undefined ? [] : targetsOf(best.value, best.star);
}

function targetsOf(value: Json, star: string): string[] {
  const targets: { target: string; unusual: number }[] = [];
  const collect = (at: Json, unusual: number): void => {
    if (targets.length >= MOST_TARGETS) return;
    if (typeof at === 'string') targets.push({ target: at.replaceAll('*', () => star), unusual });
    else if (isList(at)) for (const item of at) collect(item, unusual);
    else if (isTable(at)) {
      for (const [key, inside] of at) collect(inside, CONDITIONS.has(key) ? unusual : unusual + 1);
    }
  };
  collect(value, 0);
  return targets.sort((a, b) => a.unusual - b.unusual).map(({ target }) => target);
}
