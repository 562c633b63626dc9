import { compareBytes } from '@analyzer/contracts/order';
import type { DependenciesData } from '@analyzer/contracts/query/dependencies.data';
import type { ImportEdge } from './import-edges.ts';
import type { Unit, UnitOf } from './units.ts';

type Dependency = DependenciesData['items'][number];

const MAX_EDGES = 5;

interface Gathered {
  from: Unit;
  to: Unit;
  files: Set<string>;
  imports: number;
  pairs: number;
  /** The first imports of product code, then of other code. */
  edges: { product: Dependency['edges']; other: Dependency['edges'] };
}

/** Imports by the units of their ends; imports inside of a unit do not count. */
export function gatherDependencies(edges: Iterable<ImportEdge>, unitOf: UnitOf): Dependency[] {
  const found = new Map<string, Gathered>();
  for (const { from, to, line, sites, hasClasses } of edges) {
    const [own, other] = [unitOf(from), unitOf(to)];
    if (own.project === other.project && own.name === other.name) continue;
    const key = JSON.stringify([own.project, own.name, other.project, other.name]);
    let its = found.get(key);
    if (its === undefined) {
      its = { from: own, to: other, files: new Set(), imports: 0, pairs: 0, edges: { product: [], other: [] } };
      found.set(key, its);
    }
    its.files.add(from.path);
    its.imports += sites;
    its.pairs++;
    const list = hasClasses ? its.edges.other : its.edges.product;
    if (list.length < MAX_EDGES) list.push({ path: from.path, line, target: 'outside' in to ? to.specifier : to.path });
  }
  return [...found]
    .sort(([a, x], [b, y]) => y.imports - x.imports || compareBytes(a, b))
    .map(([, { from, to, files, imports, pairs, edges: shown }]) => {
      const first = [...shown.product, ...shown.other].slice(0, MAX_EDGES);
      return { from, to, files: files.size, imports, edges: first, more_edges: pairs - first.length };
    });
}
