import type { NameTable } from '../flat-tree.ts';
import type { ErrorRange } from './adapter.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** Syntax of an earlier version of a language, which the grammar accepts and the language does not. */
export interface Outdated {
  /** What the file has. */
  message: string;
  /** Kinds of nodes; `parent/kind` only below that parent. */
  kinds: readonly string[];
}

/** Finds such nodes in a tree. */
export class OutdatedSyntax {
  readonly #message: string;
  /** By kind: the kind of the parent, or undefined for any. */
  readonly #kinds = new Map<number, number | undefined>();

  constructor({ message, kinds }: Outdated, names: NameTable) {
    this.#message = message;
    for (const kind of kinds) {
      const [parent, child] = kind.split('/', 2);
      if (child === undefined) this.#kinds.set(names.id(kind), undefined);
      else this.#kinds.set(names.id(child), names.id(parent ?? ''));
    }
  }

  /** Their ranges, in order of position. */
  in({ count, kind, parent, start, end }: TreeBuilder): ErrorRange[] {
    const found: ErrorRange[] = [];
    for (let node = 0; node < count; node++) {
      const own = kind[node] ?? 0;
      if (!this.#kinds.has(own)) continue;
      const above = this.#kinds.get(own);
      if (above !== undefined && kind[parent[node] ?? -1] !== above) continue;
      found.push({ start: start[node] ?? 0, end: end[node] ?? 0, message: this.#message });
    }
    return found;
  }
}
