import type { DiffV1 } from '@analyzer/contracts/analyzer.diff.v1';

/** Listed files in each direction. */
const MAX_NEIGHBORS = 10;

interface Neighbor {
  path: string;
  state: 'unchanged' | 'appeared' | 'vanished';
}

interface NeighborList {
  items: Neighbor[];
  omitted: number;
}

/** The files that a file imports, and those that import it, on both sides. */
export class Neighbors {
  readonly #imports = new Map<string, Neighbor[]>();
  readonly #importedBy = new Map<string, Neighbor[]>();

  constructor({ imports, unchanged_imports: unchanged }: DiffV1) {
    for (const { path, target } of unchanged) this.#add(path, target, 'unchanged');
    for (const { path, target, state, change } of imports) if (state === 'resolved') this.#add(path, target, change);
  }

  /** @param before path of the file before @param after path after */
  of(before: string | undefined, after: string | undefined): { imports: NeighborList; imported_by: NeighborList } {
    const paths = [...new Set([before, after])].filter((path) => path !== undefined);
    const listed = (all: Map<string, Neighbor[]>): NeighborList => {
      const items = paths.flatMap((path) => all.get(path) ?? []);
      return { items: items.slice(0, MAX_NEIGHBORS), omitted: Math.max(0, items.length - MAX_NEIGHBORS) };
    };
    return { imports: listed(this.#imports), imported_by: listed(this.#importedBy) };
  }

  #add(path: string, target: string, state: Neighbor['state']): void {
    push(this.#imports, path, { path: target, state });
    push(this.#importedBy, target, { path, state });
  }
}

function push(lists: Map<string, Neighbor[]>, key: string, item: Neighbor): void {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  list.push(item);
}
