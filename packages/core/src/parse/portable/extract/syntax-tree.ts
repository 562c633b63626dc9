import { BINDS, FILE_SCOPE, type NodeColumns, type SyntaxTree, UNBOUND, WRITES } from '../../syntax-tree.ts';
import type { FlatTree } from '../flat-tree.ts';
import { bindingPosition } from './binding-positions.ts';
import type { CompiledLanguage } from './compile.ts';
import { actual, type Lookup, lookUp } from './name-lookups.ts';
import { BINDS_NAME, type BoundName, type NameScope, NameScopes } from './name-scopes.ts';
import { NameReader } from './names.ts';
import { Nodes } from './nodes.ts';
import type { StreamPass } from './stream.ts';
import { ROLES, type StreamRules, TYPE, VARIABLE } from './stream-rules.ts';

const INNER = -1;
const GROUPING = 'parenthesized_expression';
/** Kinds of ESTree that are not nodes of their own. */
const CONTAINERS: ReadonlySet<string> = new Set(['[]', '{}', 'null', 'scalar', '~']);

/** A tree whose stream was written with its leaves. */
export function syntaxTree(
  tree: FlatTree,
  pass: StreamPass,
  rules: StreamRules,
  language: CompiledLanguage,
): SyntaxTree {
  const writer = new SyntaxTreeWriter(tree, pass, rules, language);
  return writer.write();
}

class SyntaxTreeWriter {
  readonly #tree: FlatTree;
  readonly #pass: StreamPass;
  readonly #rules: StreamRules;
  readonly #language: CompiledLanguage;
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #out: Record<keyof NodeColumns, number[]> = {
    kind: [],
    field: [],
    start: [],
    end: [],
    size: [],
    text: [],
    role: [],
    flags: [],
    variable: [],
  };
  readonly #variables: { name: number[]; scope: number[] } = { name: [], scope: [] };
  readonly #texts = new Map<string, number>([['', 0]]);
  /** Index of the stream's leaf at a node, and the number of such leaves before each node. */
  readonly #leafAt = new Map<number, number>();
  readonly #before: Int32Array;
  /** The new index of a node. */
  readonly #written: Int32Array;
  readonly #lookups: { at: number; lookup: Lookup }[] = [];

  constructor(tree: FlatTree, pass: StreamPass, rules: StreamRules, language: CompiledLanguage) {
    this.#tree = tree;
    this.#pass = pass;
    this.#rules = rules;
    this.#language = language;
    this.#nodes = new Nodes(tree, language.noise);
    this.#names = new NameReader(this.#nodes, language);
    this.#before = new Int32Array(tree.count + 1);
    this.#written = new Int32Array(tree.count).fill(INNER);
    for (const [leaf, node] of pass.leaves.node.entries()) this.#leafAt.set(node, leaf);
    for (let node = 0; node < tree.count; node++) {
      this.#before[node + 1] = (this.#before[node] ?? 0) + (this.#leafAt.has(node) ? 1 : 0);
    }
  }

  write(): SyntaxTree {
    const ends: { node: number; end: number }[] = [];
    const fields = new Map<number, number>();
    const { count, field } = this.#tree;
    for (let node = 0; node < count; ) {
      for (let open = ends.at(-1); open !== undefined && node >= open.end; open = ends.at(-1)) this.#close(ends);
      const end = this.#nodes.end(node);
      const its = fields.get(node) ?? field[node] ?? 0;
      const leaf = this.#leafAt.get(node);
      if (leaf !== undefined) {
        this.#leaf(node, its, leaf);
        node = end;
      } else if (!this.#isKept(node, end)) {
        node = end;
      } else if (this.#isPrefixedName(node)) {
        this.#prefixedName(node, its);
        node = end;
      } else {
        const only = this.#onlyChild(node, end);
        if (only === undefined) {
          ends.push({ node: this.#push(node, this.#tree.kind[node] ?? 0, its), end });
          node++;
        } else {
          fields.set(only, its);
          node = only;
          // The siblings of the child are not kept, so its end is passed before the end of the transparent node.
        }
      }
    }
    while (ends.length > 0) this.#close(ends);
    this.#resolve();
    const { kind: kinds, field: fieldsOf, start, end, size, text, role, flags, variable } = this.#out;
    const column = (values: readonly number[]) => Int32Array.from(values);
    return {
      names: [...this.#tree.names.list],
      roles: [...ROLES],
      texts: [...this.#texts.keys()],
      nodes: {
        ...{ kind: column(kinds), field: column(fieldsOf), start: column(start), end: column(end), size: column(size) },
        ...{ text: column(text), role: column(role), flags: column(flags), variable: column(variable) },
      },
      variables: { name: column(this.#variables.name), scope: column(this.#variables.scope) },
    };
  }

  #text(text: string): number {
    const number = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, number);
    return number;
  }

  #close(ends: { node: number; end: number }[]): void {
    const open = ends.pop();
    if (open !== undefined) this.#out.size[open.node] = this.#out.kind.length - open.node;
  }

  #push(node: number, kind: number, field: number): number {
    const { start, end } = this.#tree;
    const out = this.#out;
    const at = out.kind.length;
    out.kind.push(kind);
    out.field.push(field);
    out.start.push(start[node] ?? 0);
    out.end.push(end[node] ?? 0);
    out.size.push(1);
    out.text.push(0);
    out.role.push(INNER);
    out.flags.push(0);
    out.variable.push(-1);
    this.#written[node] = at;
    return at;
  }

  #leaf(node: number, field: number, leaf: number): void {
    const { roles, leaves } = this.#pass;
    const role = leaves.role[leaf] ?? 0;
    const out = this.#out;
    const at = this.#push(node, leaves.kind[leaf] ?? 0, field);
    const text = roles.spelling(this.#tree, node, role, leaves.text[leaf] ?? '');
    out.text[at] = this.#text(text);
    out.role[at] = role < ROLES.length ? role : 0;
    const name = roles.node(this.#tree, node);
    if (name !== node) {
      // A name of ESTree is a scalar without a position of its own.
      out.start[at] = this.#tree.start[name] ?? 0;
      out.end[at] = (out.start[at] ?? 0) + text.length;
    }
    if (role === VARIABLE || role === TYPE) this.#name(at, name, text);
  }

  /** A variable whose name is a leaf after a token: `$x`. */
  #isPrefixedName(node: number): boolean {
    const kind = this.#tree.kind[node] ?? 0;
    return !this.#rules.fields && ((this.#language.flags[kind] ?? 0) & BINDS_NAME) !== 0;
  }

  #prefixedName(node: number, field: number): void {
    const { start, end, source, kind } = this.#tree;
    const at = this.#push(node, kind[node] ?? 0, field);
    const text = source.slice(start[node], end[node]);
    this.#out.text[at] = this.#text(text);
    const leaf = this.#leafAt.get(this.#nodes.end(node) - 1) ?? -1;
    const role = this.#pass.leaves.role[leaf] ?? 0;
    this.#out.role[at] = role;
    if (role === VARIABLE) this.#name(at, node, text);
  }

  #name(at: number, name: number, text: string): void {
    const out = this.#out;
    const position = bindingPosition(this.#nodes, this.#language.variables, name);
    if (position !== undefined) out.flags[at] = position.place === 'assigned' ? WRITES : BINDS | WRITES;
    const simple = this.#names.simple(name) ?? text;
    this.#lookups.push({ at, lookup: { node: name, name: simple, found: undefined } });
  }

  /** Whether a node is in the stream: it has leaves, or it is one of ESTree that has none, such as `this`. */
  #isKept(node: number, end: number): boolean {
    if ((this.#before[end] ?? 0) > (this.#before[node] ?? 0)) return true;
    const kind = this.#tree.kind[node] ?? 0;
    const isDropped =
      this.#rules.dropped.has(kind) ||
      this.#rules.droppedIn[this.#tree.kind[this.#tree.parent[node] ?? 0] ?? 0]?.has(kind);
    return this.#rules.fields && !isDropped && !CONTAINERS.has(this.#tree.names.name(kind));
  }

  /** The only child of a node that has no meaning, such as parentheses. */
  #onlyChild(node: number, end: number): number | undefined {
    const kind = this.#tree.kind[node] ?? 0;
    // A block is transparent too, but its statements are a list.
    if (!this.#rules.transparent.has(kind) || this.#tree.names.name(kind) !== GROUPING) return undefined;
    let only: number | undefined;
    for (let child = node + 1; child < end; child = this.#nodes.end(child)) {
      if (!this.#leafAt.has(child) && !this.#isKept(child, this.#nodes.end(child))) continue;
      if (only !== undefined) return undefined;
      only = child;
    }
    return only;
  }

  #resolve(): void {
    const scopes = new NameScopes(this.#nodes, this.#names, this.#language, new Set());
    lookUp(
      scopes,
      this.#lookups.map(({ lookup }) => lookup),
    );
    const numbers = new Map<BoundName | string, number>();
    for (const { at, lookup } of this.#lookups) {
      const bound =
        lookup.found === 'hidden' || lookup.found === undefined ? undefined : (actual(lookup.found) ?? lookup.found);
      this.#out.variable[at] = this.#number(numbers, bound ?? lookup.name, lookup.name, bound?.scope);
    }
  }

  #number(
    numbers: Map<BoundName | string, number>,
    key: BoundName | string,
    name: string,
    scope: NameScope | undefined,
  ): number {
    let number = numbers.get(key);
    if (number === undefined) {
      const { name: names, scope: scopes } = this.#variables;
      number = names.length;
      names.push(this.#text(name));
      scopes.push(this.#scopeNode(scope));
      numbers.set(key, number);
    }
    return number;
  }

  #scopeNode(scope: NameScope | undefined): number {
    if (scope === undefined) return UNBOUND;
    return scope.outer === undefined ? FILE_SCOPE : (this.#written[scope.node] ?? FILE_SCOPE);
  }
}
