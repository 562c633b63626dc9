/** A name of an import: `name` is the exported one, `alias` the local one if it differs. */
export interface ImportedName {
  name: string;
  alias?: string;
}

/**
 * @param json of the index; undefined for none
 * @throws RangeError for any other value, which is a bug in the writer
 */
export function importedNames(json: string | undefined): ImportedName[] {
  if (json === undefined) return [];
  const names: unknown = JSON.parse(json);
  if (!Array.isArray(names)) throw new RangeError('the index has imported names that are not an array');
  return names.map((imported: unknown) => {
    if (typeof imported !== 'object' || imported === null || !('name' in imported)) {
      throw new RangeError('the index has an imported name that is not an object');
    }
    return { name: String(imported.name), ...('alias' in imported && { alias: String(imported.alias) }) };
  });
}
