/** Values by the integer id they come with, in the order in which they come. */
export function byId<T>(pairs: Iterable<readonly [id: number, value: T]>): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const [id, value] of pairs) {
    const list = lists.get(id);
    if (list === undefined) lists.set(id, [value]);
    else list.push(value);
  }
  return lists;
}
