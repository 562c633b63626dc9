export function added<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const its = sets.get(key);
  if (its === undefined) sets.set(key, new Set([value]));
  else its.add(value);
}
