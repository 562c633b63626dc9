import type { ImportFacts } from '../../facts.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { Nodes } from './nodes.ts';
import { NEVER, OPEN, type Scope } from './scope.ts';

interface Root {
  /** First segment of the name. */
  name: string;
  space: number;
  exported: boolean;
}

/**
 * Determines which declarations are exported. This is known only at the end of a file, since a list of exports may come
 * after the declarations; so each declaration refers to a root, the outermost name that it belongs to.
 */
export class Exports {
  readonly #nodes: Nodes;
  readonly #language: CompiledFacts;
  readonly #roots: Root[] = [];
  readonly #listed = new Set<string>();
  readonly #renamed = new Map<string, { name: string; local: string }>();
  #only: ReadonlyMap<string, number> | undefined;

  constructor(nodes: Nodes, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#language = language;
  }

  /** Dotted names of objects whose members are exported. */
  get objects(): readonly string[] {
    return this.#language.exports.objects;
  }

  /** A list exports a variable. */
  list(scope: Scope, name: string): void {
    this.#listed.add(key(scope.space, name));
  }

  /** The file exports a variable or declaration under a name. */
  rename(name: string, local: string): void {
    this.#renamed.set(key(name, local), { name, local });
  }

  /**
   * Ordered by position: exports under another name, and imported names under the same.
   *
   * @param imports those of the file
   */
  renamed(imports: readonly ImportFacts[]): { name: string; local: string }[] {
    const all = [...this.#renamed.values()];
    if (all.every(({ name, local }) => name !== local)) return all;
    const imported = new Set(imports.flatMap(({ names }) => names.map(({ name, alias = name }) => alias)));
    return all.filter(({ name, local }) => name !== local || imported.has(local));
  }

  /** The file exports exactly these names (`__all__`), each with the node that lists it; undefined resets that. */
  only(names: ReadonlyMap<string, number> | undefined): void {
    this.#only = names;
  }

  /** The names of `only` with their nodes, in order of position. */
  get all(): readonly (readonly [name: string, node: number])[] {
    return [...(this.#only ?? [])].sort(([, a], [, b]) => a - b);
  }

  /**
   * @param path the declared name
   * @param exported whether it is exported at its declaration
   * @param hidden whether it is private
   * @returns the root to query at the end
   */
  root(scope: Scope, path: readonly string[], exported: boolean, hidden: boolean): number {
    if (scope.root === NEVER) return NEVER;
    if (scope.root !== OPEN) return hidden || (scope.closed && !exported) ? NEVER : scope.root;
    const name = path[0] ?? '';
    const byDefault = this.#language.exports.all && scope.space === 0 && !hidden;
    if (exported && path.length === 1) this.list(scope, name);
    this.#roots.push({ name, space: scope.space, exported: exported || byDefault });
    return this.#roots.length - 1;
  }

  isExported(index: number): boolean {
    const root = this.#roots[index];
    if (root === undefined) return false;
    if (this.#only !== undefined) return root.space === 0 && this.#only.has(root.name);
    return root.exported || this.#listed.has(key(root.space, root.name));
  }

  /** Whether an export statement contains the node, with only allowed kinds between. */
  byStatement(node: number): boolean {
    const { parent, kind } = this.#nodes.tree;
    for (let at = parent[node] ?? -1; at >= 0; at = parent[at] ?? -1) {
      const rules = this.#language.rules(kind[at] ?? 0);
      if (rules?.exporting) return true;
      if (!rules?.between) return false;
    }
    return false;
  }

  isPrivate(name: string, declaration: number, binding: number): boolean {
    const { prefix, unlessAround, when, starts } = this.#language.exports.private;
    if (starts !== '' && this.#nodes.text(declaration).startsWith(starts)) return true;
    if (prefix !== '' && name.startsWith(prefix)) {
      const around = unlessAround;
      if (around === '' || name.length <= around.length * 2) return true;
      if (!name.startsWith(around) || !name.endsWith(around)) return true;
    }
    return when.some(
      (test) => this.#nodes.holds(test, declaration) || (binding >= 0 && this.#nodes.holds(test, binding)),
    );
  }
}

const key = (first: number | string, second: string) => JSON.stringify([first, second]);

/** Whether a dotted name is an object whose members are exported (`module.exports`), or starts with one. */
export type ExportTarget = 'object' | 'member';

export function exportTarget(path: readonly string[], objects: readonly string[]): ExportTarget | undefined {
  if (objects.length === 0) return undefined;
  const dotted = path.join('.');
  if (objects.includes(dotted)) return 'object';
  return objects.some((object) => dotted.startsWith(`${object}.`)) ? 'member' : undefined;
}
