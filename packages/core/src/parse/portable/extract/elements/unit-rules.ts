import type { FlatTree, NameTable } from '../../flat-tree.ts';
import { compileSelector, type Nodes, type Selector } from '../nodes.ts';
import type { CopiesData, WeightlessData } from './copies-data.ts';

type WeightlessTest =
  | { by: 'is'; at: Selector; kinds: ReadonlySet<string> }
  | { by: 'only'; at: Selector; kinds: ReadonlySet<string> }
  | { by: 'each'; list: Selector; at: readonly Selector[]; names: ReadonlySet<string> }
  | { by: 'without'; at: Selector };

/** Tells which nodes are units: a language's `copies` data, compiled against a name table. */
export class UnitRules {
  /** Languages of one class are compared with each other. */
  readonly languageClass: string;
  readonly #names: NameTable;
  readonly #units: ReadonlySet<number>;
  readonly #itemParents: ReadonlySet<number>;
  /** By field of a list: kinds that the list is in. */
  readonly #itemLists = new Map<number, Set<number>>();
  readonly #list: number;
  readonly #separators: ReadonlySet<number>;
  readonly #wrappers: ReadonlySet<number>;
  readonly #weightless: ReadonlyMap<number, readonly WeightlessTest[]>;

  constructor(data: CopiesData, names: NameTable) {
    const ids = (kinds: readonly string[] = []) => new Set(kinds.map((kind) => names.id(kind)));
    this.languageClass = data.class;
    this.#names = names;
    this.#units = ids(data.units);
    this.#itemParents = ids(data.items_in?.filter((it) => !it.includes('.')));
    for (const [kind = '', field] of (data.items_in ?? []).map((it) => it.split('.'))) {
      if (field === undefined) continue;
      const kinds = this.#itemLists.get(names.id(field)) ?? new Set();
      this.#itemLists.set(names.id(field), kinds.add(names.id(kind)));
    }
    this.#list = names.id('[]');
    this.#separators = ids(data.separators);
    this.#wrappers = ids(data.wrappers);
    this.#weightless = new Map(
      Object.entries(data.weightless ?? {}).map(([kind, tests]) => [
        names.id(kind),
        tests.map((test) => compileTest(test, names)),
      ]),
    );
  }

  /** Whether a node that is in the stream is a unit by its kind, or as an item of its parent. */
  isUnit(tree: FlatTree, node: number, kind: number): boolean {
    return this.isUnitKind(kind) || this.#isItem(tree, node, kind);
  }

  isUnitKind(kind: number): boolean {
    return this.#units.has(kind);
  }

  /** Whether a node neither counts nor ends a sequence. */
  isWeightless(nodes: Nodes, node: number): boolean {
    const tests = this.#weightless.get(nodes.tree.kind[node] ?? 0);
    return tests !== undefined && (tests.length === 0 || tests.some((test) => holds(test, nodes, node)));
  }

  isSeparator(kind: number): boolean {
    return this.#separators.has(kind);
  }

  /** The outermost node that holds this one and nothing else that counts. */
  wrapperOf(tree: FlatTree, node: number): number {
    let at = node;
    for (;;) {
      const parent = tree.parent[at] ?? -1;
      if (parent < 0 || !this.#wrappers.has(tree.kind[parent] ?? 0)) return at;
      const isList = tree.kind[parent] === this.#list;
      if (isList && tree.size[parent] !== (tree.size[at] ?? 1) + 1) return at;
      at = parent;
    }
  }

  #isItem(tree: FlatTree, node: number, kind: number): boolean {
    const parent = tree.parent[node] ?? -1;
    if (parent < 0) return false;
    const above = tree.kind[parent] ?? 0;
    if (above === this.#list) {
      const kinds = this.#itemLists.get(tree.field[parent] ?? 0);
      return kinds?.has(tree.kind[tree.parent[parent] ?? 0] ?? 0) ?? false;
    }
    return this.#itemParents.has(above) && !this.#names.name(kind).startsWith("'");
  }
}

function compileTest(data: WeightlessData, names: NameTable): WeightlessTest {
  if ('each' in data) {
    const at = data.at.map((it) => compileSelector(it, names));
    return { by: 'each', list: compileSelector(data.each, names), at, names: new Set(data.named) };
  }
  if ('without' in data) return { by: 'without', at: compileSelector(data.without, names) };
  const at = compileSelector(data.at, names);
  return 'is' in data ? { by: 'is', at, kinds: new Set(data.is) } : { by: 'only', at, kinds: new Set(data.only) };
}

function holds(test: WeightlessTest, nodes: Nodes, node: number): boolean {
  if (test.by === 'each') {
    const list = nodes.select(node, test.list);
    if (list < 0) return false;
    const isNamed = (child: number, at: Selector) => {
      const its = nodes.select(child, at);
      return its >= 0 && test.names.has(nodes.text(its));
    };
    return nodes.solids(list).every((child) => test.at.some((at) => isNamed(child, at)));
  }
  const at = nodes.select(node, test.at);
  if (test.by === 'without') return at < 0;
  if (at < 0) return false;
  if (test.by === 'is') return test.kinds.has(nodes.kind(at));
  return nodes.solids(at).every((child) => {
    const kind = nodes.kind(child);
    return test.kinds.has(kind) || test.kinds.has(`${kind}/${nodes.kind(nodes.solids(child)[0] ?? -1)}`);
  });
}
