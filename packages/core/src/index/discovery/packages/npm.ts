import { readProperties } from './properties.ts';

const ENTRIES = ['exports', 'types', 'typings', 'source', 'module', 'main'];

/** The properties of a `package.json` with a name that name files. */
export function npmEntries(location: string): { name: string; entries: object } | undefined {
  const properties = readProperties(`${location}/package.json`, 'json');
  const name = properties?.get('name');
  if (properties === undefined || typeof name !== 'string' || name === '') return undefined;
  const named = ENTRIES.filter((it) => properties.has(it)).map((it) => [it, properties.get(it)]);
  return { name, entries: Object.fromEntries(named) };
}
