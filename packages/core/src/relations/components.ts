/** Connected components of a graph. */
export function componentsOf<Edge>(
  edges: readonly Edge[],
  endsOf: (edge: Edge) => readonly [string, string],
): Edge[][] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (const edge of edges) {
    const [one, other] = endsOf(edge).map(rootOf);
    if (one !== undefined && other !== undefined && one !== other) parents.set(other, one);
  }
  const components = new Map<string, Edge[]>();
  for (const edge of edges) {
    const root = rootOf(endsOf(edge)[0]);
    const its = components.get(root);
    if (its === undefined) components.set(root, [edge]);
    else its.push(edge);
  }
  return [...components.values()];
}
