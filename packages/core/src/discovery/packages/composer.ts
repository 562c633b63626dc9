import { readProperties } from './properties.ts';

/** The `autoload` of a `composer.json` with a name: other projects load nothing by `autoload-dev`. */
export function composerEntries(location: string): { name: string; entries: object } | undefined {
  const properties = readProperties(`${location}/composer.json`, 'json');
  const [name, autoload] = [properties?.get('name'), properties?.get('autoload')];
  if (typeof name !== 'string' || name === '' || typeof autoload !== 'object' || autoload === null) return undefined;
  return { name, entries: { autoload } };
}
