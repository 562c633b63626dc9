/** Values by integer id, in insertion order. */
export function byId<T>(pairs: Iterable<readonly [id: number, value: T]>): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const [id, value] of pairs) {
    const list = lists.get(id);
    if (list === undefined) lists.set(id, [value]);
    else list.push(value);
  }
  return lists;
}
