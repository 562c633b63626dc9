import type { FlatTree, NameTable } from '../flat-tree.ts';

/** One step to a child; see `facts-data.ts`. */
export type Step = { by: 'field' | 'kind'; id: number } | { by: 'first' | 'last' };
export type Selector = readonly Step[];

export interface Test {
  at: Selector;
  is: ReadonlySet<string>;
}

export function compileSelector(written: string, names: NameTable): Selector {
  return written.split('/').map((step): Step => {
    if (step === '#first') return { by: 'first' };
    if (step === '#last') return { by: 'last' };
    const kind = /^<(.+)>$/.exec(step)?.[1];
    return kind === undefined ? { by: 'field', id: names.id(step) } : { by: 'kind', id: names.id(kind) };
  });
}

/** Reads a flat tree by selectors. Node -1 always means "none". */
export class Nodes {
  readonly tree: FlatTree;
  readonly #noise: Noise;
  readonly #null: number;
  readonly #scalar: number;

  constructor(tree: FlatTree, noise: Noise) {
    this.tree = tree;
    this.#noise = noise;
    this.#null = tree.names.id('null');
    this.#scalar = tree.names.id('scalar');
  }

  /** The selected descendant; -1 if there is none or it is null. */
  select(node: number, selector: Selector): number {
    let at = node;
    for (const step of selector) {
      at = this.#child(at, step);
      if (at < 0) return -1;
    }
    return this.tree.kind[at] === this.#null ? -1 : at;
  }

  children(node: number): number[] {
    const found: number[] = [];
    const end = this.end(node);
    for (let child = node + 1; child < end; child = this.end(child)) found.push(child);
    return found;
  }

  /** The children that are not a token, comment or gap. */
  solids(node: number): number[] {
    const end = this.end(node);
    const found: number[] = [];
    for (let at = this.#solid(node + 1, end); at >= 0; at = this.#solid(this.end(at), end)) found.push(at);
    return found;
  }

  /** First index after the subtree. */
  end(node: number): number {
    return node + (this.tree.size[node] ?? 1);
  }

  /** The node's source; the value of a scalar: the content of a string, the text of any other scalar. */
  text(node: number): string {
    const { tree } = this;
    if (tree.kind[node] === this.#scalar) return scalarValue(tree.text(node));
    return tree.source.slice(tree.start[node], tree.end[node]);
  }

  /** Name of the node's kind; empty for -1. */
  kind(node: number): string {
    return node < 0 ? '' : this.tree.names.name(this.tree.kind[node] ?? 0);
  }

  /** The child in a field; -1 if there is none or it is null. */
  field(node: number, name: string): number {
    return node < 0 ? -1 : this.select(node, [{ by: 'field', id: this.tree.names.id(name) }]);
  }

  /** All children in a field. */
  fields(node: number, name: string): number[] {
    const id = this.tree.names.id(name);
    return this.solids(node).filter((child) => this.tree.field[child] === id);
  }

  holds(test: Test, node: number): boolean {
    return this.matched(test, node) !== undefined;
  }

  /** The text for which the test is true. */
  matched(test: Test, node: number): string | undefined {
    const at = this.select(node, test.at);
    if (at < 0) return undefined;
    const text = this.text(at);
    return test.is.has(text) ? text : undefined;
  }

  /**
   * The first child at or after `from` (a child, or the index after the last one) that is not a token, comment or gap.
   */
  #solid(from: number, end: number): number {
    const { kind, size } = this.tree;
    for (let child = from; child < end; child += size[child] ?? 1) {
      if (!this.#noise.has(kind[child] ?? 0)) return child;
    }
    return -1;
  }

  #child(node: number, step: Step): number {
    const { kind, field, size } = this.tree;
    const end = this.end(node);
    if (step.by === 'first') return this.#solid(node + 1, end);
    let last = -1;
    for (let child = node + 1; child < end; child += size[child] ?? 1) {
      if (step.by === 'field') {
        if (field[child] === step.id) return child;
      } else if (step.by === 'kind') {
        if (kind[child] === step.id) return child;
      } else if (!this.#noise.has(kind[child] ?? 0)) last = child;
    }
    return last;
  }
}

/** Kinds that facts ignore: anonymous tokens, gaps and comments. Kinds may be added to the table at any time. */
export class Noise {
  readonly #names: NameTable;
  readonly #comments: ReadonlySet<number>;
  readonly #known = new Uint8Array(1 << 16);

  constructor(names: NameTable, comments: readonly string[]) {
    this.#names = names;
    this.#comments = new Set(comments.map((kind) => names.id(kind)));
  }

  has(kind: number): boolean {
    let known = this.#known[kind] ?? 0;
    if (known === 0) {
      const name = this.#names.name(kind);
      known = name.startsWith("'") || name === '~' || this.#comments.has(kind) ? 2 : 1;
      this.#known[kind] = known;
    }
    return known === 2;
  }
}

/** Value of a scalar's JSON text. Code units that UTF-8 cannot encode (a lone surrogate) become U+FFFD. */
function scalarValue(json: string): string {
  if (!json.startsWith('"')) return json;
  if (!json.includes('\\')) return json.slice(1, -1);
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '�') : json;
}
