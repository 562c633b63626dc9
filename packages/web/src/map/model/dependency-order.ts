import type { MapCycle } from '@analyzer/contracts/pages/map';

/**
 * Orders a component's files so that, ignoring the imports to cut, every file comes after the files it imports: Kahn's
 * topological sort (1962), ties by index.
 *
 * @returns indices into `cycle.files`; files of remaining cycles come last
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
  const seen = new Set<number>();
  for (let file = ready.shift(); file !== undefined; file = ready.shift()) {
    order.push(file);
    seen.add(file);
    for (const importer of importers[file] ?? []) {
      waiting[importer] = (waiting[importer] ?? 0) - 1;
      if (waiting[importer] === 0) ready.push(importer);
    }
  }
  for (let file = 0; file < count; file++) if (!seen.has(file)) order.push(file);
  return order;
}
