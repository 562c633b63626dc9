import type { MapCycle } from '../data.ts';

/**
 * The order of a component's files in which, the cut imports aside, every file stands after the files it imports:
 * Kahn's topological sort (1962), ties by place, so the same data gives the same matrix.
 *
 * @returns places in `cycle.files`; files that are still in a cycle, should the cut leave one, come last
 */
export function dependencyOrder(cycle: MapCycle): number[] {
  const { from, to } = cycle.edges;
  const cut = new Set(cycle.cut);
  const count = cycle.files.length;
  const waiting = new Array<number>(count).fill(0);
  const importers: number[][] = Array.from({ length: count }, () => []);
  from.forEach((origin, edge) => {
    if (cut.has(edge)) return;
    waiting[origin] = (waiting[origin] ?? 0) + 1;
    importers[to[edge] ?? 0]?.push(origin);
  });
  const ready: number[] = [];
  for (let file = 0; file < count; file++) if (waiting[file] === 0) ready.push(file);
  const order: number[] = [];
  const placed = new Set<number>();
  for (let file = ready.shift(); file !== undefined; file = ready.shift()) {
    order.push(file);
    placed.add(file);
    for (const importer of importers[file] ?? []) {
      waiting[importer] = (waiting[importer] ?? 0) - 1;
      if (waiting[importer] === 0) ready.push(importer);
    }
  }
  for (let file = 0; file < count; file++) if (!placed.has(file)) order.push(file);
  return order;
}
