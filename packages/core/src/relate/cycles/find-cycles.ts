import { compareBytes } from '@analyzer/contracts/order';
import type { Cycle } from '../model.ts';
import { hasLoop, stronglyConnected } from './components.ts';
import { graphOf, subgraph } from './graph.ts';
import { shortestCycle } from './shortest-cycle.ts';

/**
 * The import cycles of a project: each strongly connected component of its files, including a file that imports
 * itself, with one of its shortest cycles.
 *
 * @param imports resolved imports between project files
 * @returns ordered by their first file
 */
export function findCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): Cycle[] {
  const paths = new Set(imports.keys());
  for (const targets of imports.values()) for (const target of targets) paths.add(target);
  const files = [...paths].sort(compareBytes);
  const indices = new Map(files.map((path, index) => [path, index]));
  const graph = graphOf(files.map((path) => Array.from(imports.get(path) ?? [], (target) => indices.get(target) ?? 0)));

  const cycles: Cycle[] = [];
  for (const component of stronglyConnected(graph)) {
    const [only = 0] = component;
    if (component.length === 1 && !hasLoop(graph, only)) continue;
    const pathOf = (vertex: number): string => files[component[vertex] ?? 0] ?? '';
    const example = shortestCycle(subgraph(graph, component)) ?? [];
    cycles.push({ files: component.map((_, vertex) => pathOf(vertex)), example: example.map(pathOf) });
  }
  return cycles;
}
