import { BINDS, FILE_SCOPE, type SyntaxTree, UNBOUND, WRITES } from '#parse/syntax-tree.ts';
import { type NodeTest, type TestedNode, testIn } from './node-test.ts';

/** A name that a scope binds, or that none binds. */
export interface Variable {
  readonly name: string;
  /** The node of its scope, the file, or nothing that is known. */
  scope: SyntaxNode | 'file' | 'unbound';
  readonly uses: SyntaxNode[];
}

/** A leaf has none, and nothing adds to it. */
const NO_CHILDREN: SyntaxNode[] = [];

/** A node of a syntax tree; the siblings of a list of ESTree are children of a node `[]`. */
export class SyntaxNode {
  readonly #tree: FileTree;
  readonly #at: number;
  #children: SyntaxNode[] | undefined;

  /** Only a tree creates its nodes: one object for each. */
  constructor(tree: FileTree, at: number) {
    this.#tree = tree;
    this.#at = at;
  }

  get kind(): string {
    const { names, nodes } = this.#tree.data;
    return names[nodes.kind[this.#at] ?? 0] ?? '';
  }

  get field(): string {
    const { names, nodes } = this.#tree.data;
    return names[nodes.field[this.#at] ?? 0] ?? '';
  }

  /** In UTF-16 units of the source. */
  get start(): number {
    return this.#tree.data.nodes.start[this.#at] ?? 0;
  }

  get end(): number {
    return this.#tree.data.nodes.end[this.#at] ?? 0;
  }

  /** Of a leaf, in normal form; empty for an inner node. */
  get text(): string {
    const { texts, nodes } = this.#tree.data;
    return texts[nodes.text[this.#at] ?? 0] ?? '';
  }

  /** Empty for an inner node. */
  get role(): string {
    const { roles, nodes } = this.#tree.data;
    return roles[nodes.role[this.#at] ?? -1] ?? '';
  }

  get binds(): boolean {
    return ((this.#tree.data.nodes.flags[this.#at] ?? 0) & BINDS) !== 0;
  }

  get writes(): boolean {
    return ((this.#tree.data.nodes.flags[this.#at] ?? 0) & WRITES) !== 0;
  }

  get variable(): Variable | undefined {
    return this.#tree.variable(this.#tree.data.nodes.variable[this.#at] ?? -1);
  }

  get parent(): SyntaxNode | undefined {
    return this.#tree.parent(this.#at);
  }

  get children(): SyntaxNode[] {
    this.#children ??= this.size === 1 ? NO_CHILDREN : this.#tree.children(this.#at);
    return this.#children;
  }

  /** Of its children the first one. */
  get first(): SyntaxNode | undefined {
    return this.size === 1 ? undefined : this.#tree.node(this.#at + 1);
  }

  /** Nodes of the subtree. */
  get size(): number {
    return this.#tree.data.nodes.size[this.#at] ?? 1;
  }

  /** Whether a node is this one or in it. */
  encloses(node: SyntaxNode): boolean {
    const at = node.#at - this.#at;
    return node.#tree === this.#tree && at >= 0 && at < this.size;
  }

  /** The nodes of the subtree in order; those in a subtree for which `skips` is true are left out. */
  nodes(skips?: (node: SyntaxNode) => boolean): SyntaxNode[] {
    const found: SyntaxNode[] = [this];
    const end = this.#at + this.size;
    for (let at = this.#at + 1; at < end; ) {
      const node = this.#tree.node(at);
      if (skips?.(node) === true) at += node.size;
      else {
        found.push(node);
        at++;
      }
    }
    return found;
  }

  /** The nodes of the subtree that pass a test, in order. */
  nodesThat(test: NodeTest): SyntaxNode[] {
    const passes = this.#tree.tested(test);
    const found: SyntaxNode[] = [];
    const end = this.#at + this.size;
    for (let at = this.#at; at < end; at++) if (passes(at, this.#at)) found.push(this.#tree.node(at));
    return found;
  }

  /** The variables of the names in the subtree, in order of their first use. */
  variables(): Set<Variable> {
    const numbers = new Set<number>();
    const { variable } = this.#tree.data.nodes;
    const end = this.#at + this.size;
    for (let at = this.#at; at < end; at++) numbers.add(variable[at] ?? -1);
    const found = new Set<Variable>();
    for (const number of numbers) {
      const its = this.#tree.variable(number);
      if (its !== undefined) found.add(its);
    }
    return found;
  }

  /** Whether the subtree of another node has the same kinds, fields and texts, without those that names mean. */
  isSpelledAs(other: SyntaxNode): boolean {
    const { names, texts, nodes } = this.#tree.data;
    const its = other.#tree.data;
    for (let at = this.#at, to = other.#at, end = at + this.size; at < end; at++, to++) {
      const isSame =
        nodes.size[at] === its.nodes.size[to] &&
        names[nodes.kind[at] ?? 0] === its.names[its.nodes.kind[to] ?? 0] &&
        names[nodes.field[at] ?? 0] === its.names[its.nodes.field[to] ?? 0] &&
        texts[nodes.text[at] ?? 0] === its.texts[its.nodes.text[to] ?? 0];
      if (!isSame) return false;
    }
    return true;
  }
}

/** Sibling statements as one node. It is not in the tree: its statements keep their parent. */
export class StatementRun extends SyntaxNode {
  readonly #statements: SyntaxNode[];

  /** @param statements not empty, in order */
  constructor(tree: FileTree, statements: readonly SyntaxNode[]) {
    super(tree, 0);
    this.#statements = [...statements];
  }

  override get kind(): string {
    return '[run]';
  }

  override get field(): string {
    return '';
  }

  override get start(): number {
    return this.#statements[0]?.start ?? 0;
  }

  override get end(): number {
    return this.#statements.at(-1)?.end ?? 0;
  }

  override get text(): string {
    return '';
  }

  override get role(): string {
    return '';
  }

  override get binds(): boolean {
    return false;
  }

  override get writes(): boolean {
    return false;
  }

  override get variable(): undefined {
    return undefined;
  }

  override get parent(): SyntaxNode | undefined {
    return this.#statements[0]?.parent;
  }

  override get children(): SyntaxNode[] {
    return this.#statements;
  }

  override get first(): SyntaxNode | undefined {
    return this.#statements[0];
  }

  override get size(): number {
    return this.#statements.reduce((sum, { size }) => sum + size, 1);
  }

  override encloses(node: SyntaxNode): boolean {
    return node === this || (!(node instanceof StatementRun) && this.#statements.some((it) => it.encloses(node)));
  }

  override nodes(skips?: (node: SyntaxNode) => boolean): SyntaxNode[] {
    const inside = this.#statements.flatMap((it) => (skips?.(it) === true ? [] : it.nodes(skips)));
    return [this, ...inside];
  }

  override nodesThat(test: NodeTest): SyntaxNode[] {
    return this.#statements.flatMap((it) => it.nodesThat(test));
  }

  override variables(): Set<Variable> {
    return new Set(this.#statements.flatMap((it) => [...it.variables()]));
  }
}

/** The syntax tree of a file. Most of it is never looked at: nodes and variables are created when they are. */
export class FileTree {
  readonly data: SyntaxTree;
  readonly #nodes: (SyntaxNode | undefined)[];
  readonly #variables: (Variable | undefined)[] = [];
  readonly #tests = new Map<NodeTest, TestedNode>();
  #parents: Int32Array | undefined;
  #uses: Uses | undefined;

  constructor(data: SyntaxTree) {
    this.data = data;
    // Of the final length: nodes are read in any order.
    this.#nodes = new Array(data.nodes.kind.length);
  }

  get root(): SyntaxNode {
    return this.node(0);
  }

  node(at: number): SyntaxNode {
    const known = this.#nodes[at];
    if (known !== undefined) return known;
    const node = new SyntaxNode(this, at);
    this.#nodes[at] = node;
    return node;
  }

  /** A test for the nodes of this tree. */
  tested(test: NodeTest): TestedNode {
    const known = this.#tests.get(test) ?? testIn(this.data, test);
    this.#tests.set(test, known);
    return known;
  }

  parent(at: number): SyntaxNode | undefined {
    this.#parents ??= parentsOf(this.data.nodes.size);
    const parent = this.#parents[at] ?? -1;
    return parent < 0 ? undefined : this.node(parent);
  }

  children(at: number): SyntaxNode[] {
    const { size } = this.data.nodes;
    const found: SyntaxNode[] = [];
    const end = at + (size[at] ?? 1);
    for (let child = at + 1; child < end; child += size[child] ?? 1) found.push(this.node(child));
    return found;
  }

  /** The nodes of some kinds, in order. */
  *nodesOf(kinds: ReadonlySet<string>): Generator<SyntaxNode> {
    const wanted = this.data.names.map((name) => kinds.has(name));
    const { kind } = this.data.nodes;
    for (let at = 0; at < kind.length; at++) if (wanted[kind[at] ?? 0] === true) yield this.node(at);
  }

  /** The first node in a range, of some kinds. */
  firstIn(from: number, to: number, kinds?: readonly string[]): SyntaxNode | undefined {
    const { names, nodes } = this.data;
    const { kind, start, end, size } = nodes;
    for (let at = 0; at < kind.length && (start[at] ?? 0) <= to; ) {
      const last = end[at] ?? 0;
      const isInside = (start[at] ?? 0) >= from && last <= to;
      if (isInside && (kinds === undefined || kinds.includes(names[kind[at] ?? 0] ?? ''))) return this.node(at);
      // What ends before the range has nothing in it.
      at += last < from ? (size[at] ?? 1) : 1;
    }
    return undefined;
  }

  /** All names of the file, each once in each scope. */
  variables(): Variable[] {
    const found: Variable[] = [];
    for (let number = 0; number < this.data.variables.name.length; number++) {
      const its = this.variable(number);
      if (its !== undefined) found.push(its);
    }
    return found;
  }

  variable(number: number): Variable | undefined {
    const { variables, texts } = this.data;
    const scope = variables.scope[number];
    if (scope === undefined) return undefined;
    this.#variables[number] ??= new FileVariable(this, texts[variables.name[number] ?? 0] ?? '', scope, () =>
      this.#usesAt(number),
    );
    return this.#variables[number];
  }

  #usesAt(number: number): SyntaxNode[] {
    this.#uses ??= usesOf(this.data);
    const { first, at } = this.#uses;
    const found: SyntaxNode[] = [];
    const end = first[number + 1] ?? 0;
    for (let place = first[number] ?? 0; place < end; place++) found.push(this.node(at[place] ?? 0));
    return found;
  }
}

class FileVariable implements Variable {
  readonly name: string;
  readonly #read: () => SyntaxNode[];
  #uses: SyntaxNode[] | undefined;
  scope: Variable['scope'];

  constructor(tree: FileTree, name: string, scope: number, uses: () => SyntaxNode[]) {
    this.name = name;
    this.#read = uses;
    this.scope = scope === UNBOUND ? 'unbound' : scope === FILE_SCOPE ? 'file' : tree.node(scope);
  }

  get uses(): SyntaxNode[] {
    this.#uses ??= this.#read();
    return this.#uses;
  }
}

function parentsOf(size: Int32Array): Int32Array {
  const parents = new Int32Array(size.length).fill(-1);
  for (let at = 0; at < size.length; at++) {
    const end = at + (size[at] ?? 1);
    for (let child = at + 1; child < end; child += size[child] ?? 1) parents[child] = at;
  }
  return parents;
}

/** The nodes of each variable: `at` from `first[variable]` to `first[variable + 1]`. */
interface Uses {
  first: Int32Array;
  at: Int32Array;
}

function usesOf({ nodes: { variable }, variables }: SyntaxTree): Uses {
  const first = new Int32Array(variables.name.length + 1);
  for (let node = 0; node < variable.length; node++) {
    const number = variable[node] ?? -1;
    if (number >= 0) first[number + 1] = (first[number + 1] ?? 0) + 1;
  }
  for (let number = 0; number < variables.name.length; number++)
    first[number + 1] = (first[number + 1] ?? 0) + (first[number] ?? 0);
  const next = first.slice();
  const at = new Int32Array(first.at(-1) ?? 0);
  for (let node = 0; node < variable.length; node++) {
    const number = variable[node] ?? -1;
    if (number < 0) continue;
    const place = next[number] ?? 0;
    at[place] = node;
    next[number] = place + 1;
  }
  return { first, at };
}

/** @returns undefined for an empty tree */
export function readTree(tree: SyntaxTree): FileTree | undefined {
  return tree.nodes.kind.length === 0 ? undefined : new FileTree(tree);
}

/** The position of a node: `Parent.field`, in ESTree also of the items of a list. */
export function positionOf(node: SyntaxNode): string {
  const { parent } = node;
  if (parent === undefined) return '';
  if (parent.kind === '[]' && parent.parent !== undefined) return `${parent.parent.kind}.${parent.field}`;
  return node.field === '' ? parent.kind : `${parent.kind}.${node.field}`;
}

/** Whether a node is around another one, or is it; statements of a run are in it and in their list. */
export function isInside(node: SyntaxNode, around: SyntaxNode): boolean {
  if (around.encloses(node)) return true;
  const { parent } = node;
  return node instanceof StatementRun && parent !== undefined && around.encloses(parent);
}

/** The nodes of a subtree in order; those in a subtree for which `skips` is true are left out. */
export function subtree(node: SyntaxNode, skips?: (node: SyntaxNode) => boolean): SyntaxNode[] {
  return node.nodes(skips);
}

export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return node?.children.find((it) => it.field === field);
}

/** The nearest node around a node with one of these kinds. */
export function around(node: SyntaxNode, kinds: readonly string[]): SyntaxNode | undefined {
  let at = node.parent;
  while (at !== undefined && !kinds.includes(at.kind)) at = at.parent;
  return at;
}

/** Whether a variable belongs to a function: its parameters, and what is bound inside of it. */
export function isLocal(variable: Variable, owner: SyntaxNode): boolean {
  return typeof variable.scope === 'object' && isInside(variable.scope, owner);
}
