/**
 * @param json a list of texts, as the index holds it; nothing for none
 * @throws RangeError for anything else, which only a fault of the writer can bring
 */
export function textList(json: string | undefined): string[] {
  if (json === undefined) return [];
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) throw new RangeError('the index holds no list where there should be one');
  return value.map((item: unknown) => {
    if (typeof item !== 'string') throw new RangeError('the index holds a list of other things than texts');
    return item;
  });
}

/**
 * @param json a list of integer ids, as a statement made it
 * @throws RangeError for anything else, which only a fault of the statement can bring
 */
export function idList(json: string): number[] {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) throw new RangeError('the index gave no list where there should be one');
  return value.map((item: unknown) => {
    if (typeof item !== 'number') throw new RangeError('the index gave a list of other things than ids');
    return item;
  });
}
