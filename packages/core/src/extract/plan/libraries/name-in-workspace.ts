import { compareBytes } from '@analyzer/contracts/order';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { ecosystemOf } from '../ecosystems.ts';
import type { Unit } from './model.ts';

const { scope_percent: MOST } = LIBRARY_RULES.names;

/**
 * The name of a new package in its package manager, as the packages around it are named: the scope of npm, the vendor of
 * Composer, the first word that the names of Python distributions have in common.
 *
 * @param id its name without that
 * @param users packages with copies
 * @param neighbours packages of the project that gets it
 */
export function nameInWorkspace(
  id: string,
  language: string,
  users: readonly Unit[],
  neighbours: readonly Unit[],
): string {
  const ecosystem = ecosystemOf(language);
  const prefixOf = PREFIXES[ecosystem];
  if (prefixOf === undefined) return id;
  const namesOf = (units: readonly Unit[]) => units.map((unit) => unit.names.get(ecosystem) ?? '').filter(Boolean);
  const prefix = agreed(namesOf(users).map(prefixOf), 100) ?? agreed(namesOf(neighbours).map(prefixOf), MOST);
  return prefix === undefined || id.startsWith(prefix) ? id : `${prefix}${id}`;
}

/** A Python name has a prefix if there is more: its first word can be all of it. */
const PREFIXES: Readonly<Record<string, (name: string) => string>> = {
  npm: (name) => /^@[^/]+\//.exec(name)?.[0] ?? '',
  composer: (name) => /^[^/]+\//.exec(name)?.[0] ?? '',
  python: (name) => /^[^-_.]+(?=[-_.])/.exec(name)?.[0].concat('-') ?? '',
};

/** The most common prefix, if at least this part of two or more names has it; one Composer vendor is enough. */
function agreed(prefixes: readonly string[], percent: number): string | undefined {
  const counts = new Map<string, number>();
  for (const prefix of prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const [first] = [...counts].sort(([a, n], [b, m]) => m - n || compareBytes(a, b));
  if (first === undefined || first[0] === '' || first[1] * 100 < prefixes.length * percent) return undefined;
  return first[1] > 1 || first[0].endsWith('/') ? first[0] : undefined;
}
