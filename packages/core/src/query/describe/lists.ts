/**
 * @param json a JSON array of strings from the index; undefined for an empty one
 * @throws RangeError for any other value, which is a bug in the writer
 */
export function textList(json: string | undefined): string[] {
  if (json === undefined) return [];
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) throw new RangeError('the index has a value that is not an array');
  return value.map((item: unknown) => {
    if (typeof item !== 'string') throw new RangeError('the index has an array of values that are not strings');
    return item;
  });
}

/**
 * @param json a JSON array of integer ids from a statement
 * @throws RangeError for any other value, which is a bug in the statement
 */
export function idList(json: string): number[] {
  return numberList(json).map((item) => {
    if (item === null) throw new RangeError('the index returned an array of values that are not ids');
    return item;
  });
}

/** The same for integers that can be null. */
export function numberList(json: string): (number | null)[] {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) throw new RangeError('the index returned a value that is not an array');
  return value.map((item: unknown) => {
    if (typeof item !== 'number' && item !== null) {
      throw new RangeError('the index returned an array of values that are not integers');
    }
    return item;
  });
}
