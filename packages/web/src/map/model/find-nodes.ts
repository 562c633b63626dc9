import type { Atlas, Graph } from './atlas.ts';

/** Lower-case names of all nodes, computed once. */
export class NameIndex {
  readonly #files: string[];
  readonly #declarations: string[];
  readonly #graph: Graph;

  constructor(atlas: Atlas, graph: Graph) {
    this.#graph = graph;
    this.#files = atlas.data.files.name.map((_, file) => atlas.path(file).toLowerCase());
    this.#declarations = graph.data.declarations.name.map((name) => name.toLowerCase());
  }

  /**
   * Nodes whose name contains a text: first names that equal it or start with it, then in the order of the data.
   *
   * @param limit of files and of declarations each
   * @returns node indices, files before declarations
   */
  find(text: string, limit: number): { files: number[]; declarations: number[] } {
    const wanted = text.toLowerCase();
    return {
      files: best(this.#files, wanted, '/', limit),
      declarations: best(this.#declarations, wanted, '.', limit).map((index) => index + this.#graph.files),
    };
  }
}

function best(names: readonly string[], wanted: string, separator: string, limit: number): number[] {
  const ranks: number[][] = [[], [], []];
  for (const [index, name] of names.entries()) {
    const at = name.indexOf(wanted);
    if (at < 0) continue;
    const last = name.slice(name.lastIndexOf(separator) + 1);
    const rank = last === wanted ? 0 : last.startsWith(wanted) ? 1 : 2;
    const list = ranks[rank];
    if (list !== undefined && list.length < limit) list.push(index);
    if (ranks[0]?.length === limit) break;
  }
  return ranks.flat().slice(0, limit);
}
