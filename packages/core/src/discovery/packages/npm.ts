import { readProperties } from './properties.ts';

const ENTRIES = ['exports', 'types', 'typings', 'source', 'module', 'main'];

/** The properties of a `package.json` that name files. One without a name is the entry of its folder only. */
export function npmEntries(location: string): { name: string; entries: object } | undefined {
  const properties = readProperties(`${location}/package.json`, 'json');
  if (properties === undefined) return undefined;
  const named = ENTRIES.filter((it) => properties.has(it)).map((it) => [it, properties.get(it)]);
  const name = properties.get('name');
  if (typeof name === 'string' && name !== '') return { name, entries: Object.fromEntries(named) };
  return named.length === 0 ? undefined : { name: '', entries: Object.fromEntries(named) };
}
