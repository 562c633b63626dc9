import type { DeclarationFacts } from '../../facts.ts';
import { baseNames } from './base-names.ts';
import type { Binding } from './bindings.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { Exports } from './exports.ts';
import type { NameReader } from './names.ts';
import { type Named, NameGiver, prefixOf } from './naming.ts';
import type { Nodes } from './nodes.ts';
import { ParameterReader } from './parameters.ts';
import type { Positions } from './positions.ts';
import { RangeReader } from './range.ts';
import type { ContainerRule, DeclarationRule } from './rules.ts';
import { inner, KNOWN, NEVER, OPEN, PROPERTY, propertyOf, type Scope } from './scope.ts';

/** Facts that depend only on the tree; fingerprints are added to them. */
export type PlainDeclaration = Omit<DeclarationFacts, 'nodes' | 'function_body' | 'function_shape' | 'tree_hash'>;

export interface Declaration {
  facts: PlainDeclaration;
  /** Its last name as in the source, without `get` or `set`. */
  bare: string;
  /** The function or class node itself, without its binding. */
  node: number;
  /** The node that contains name and function; `facts` have its range. */
  range: number;
  /** -1 without a body (abstract, overload, ambient). */
  body: number;
  /** Its first name; see `scope.ts`. */
  root: number;
  /** It is a member of that name. */
  isMember: boolean;
}

/** A function without a name, and its body. */
export interface CallbackNode {
  node: number;
  body: number;
}

/** Collects declarations during the pass over a tree, and opens the scopes of declarations and containers. */
export class DeclarationCollector {
  readonly found: Declaration[] = [];
  /** Functions that are not declarations. */
  readonly callbacks: CallbackNode[] = [];
  readonly #roots: number[] = [];
  readonly #nodes: Nodes;
  readonly #names: NameGiver;
  readonly #reader: NameReader;
  readonly #parameters: ParameterReader;
  readonly #ranges: RangeReader;
  readonly #exports: Exports;
  readonly #positions: Positions;
  #spaces = 0;

  constructor(nodes: Nodes, names: NameReader, exports: Exports, language: CompiledFacts, positions: Positions) {
    this.#nodes = nodes;
    this.#names = new NameGiver(nodes, names, language);
    this.#reader = names;
    this.#ranges = new RangeReader(nodes, language);
    this.#parameters = new ParameterReader(nodes, names, this.#ranges, language);
    this.#exports = exports;
    this.#positions = positions;
  }

  /** Start of a function, class or similar. */
  enter(node: number, rule: DeclarationRule, scope: Scope): Scope {
    const isFunction = rule.kind === 'function' || rule.kind === 'method';
    const named = this.#names.declaration(node, rule);
    const root = named === undefined ? NEVER : this.#root(node, named, scope);
    const inside: Partial<Scope> = isFunction
      ? { members: false, root: OPEN, owner: KNOWN, closed: false, space: ++this.#spaces, conditionalFrom: node }
      : { members: true, root, owner: named === undefined ? propertyOf(node) : KNOWN, closed: false };
    if (named !== undefined) {
      const qualified = scope.prefix + named.path.join('.');
      const kind = isFunction ? this.#functionKind(rule, named.binding, scope) : rule.kind;
      Object.assign(inside, { prefix: prefixOf(qualified, '.'), within: this.found.length, depth: 0 });
      this.#roots.push(root);
      this.found.push(this.#declaration(node, rule, kind, named, qualified, scope));
    } else if (isFunction) {
      const body = rule.body === undefined ? -1 : this.#nodes.select(node, rule.body);
      if (body >= 0) this.callbacks.push({ node, body });
    }
    return this.#afterDecorators(node, scope, inner(scope, node, this.#nodes.end(node), inside));
  }

  /** Start of a namespace, or of an object whose name is a prefix of its members' names. */
  enterContainer(node: number, rule: ContainerRule, scope: Scope): Scope {
    const { kind, parent } = this.#nodes.tree;
    let outer = scope;
    let end = this.#nodes.end(node);
    let untilKind = 0;
    if (rule.body !== undefined && this.#nodes.select(node, rule.body) < 0) {
      untilKind = kind[node] ?? 0;
      if (outer.untilKind === untilKind && outer.outer !== undefined) outer = outer.outer;
      end = this.#nodes.end(Math.max(parent[node] ?? 0, 0));
    }
    const named = this.#names.container(node, rule);
    const isTransparent = rule.name !== undefined && !rule.closed;
    const root = named === undefined ? NEVER : this.#root(node, named, outer);
    return inner(outer, node, end, {
      prefix: named === undefined ? outer.prefix : prefixOf(outer.prefix + named.path.join('.'), rule.separator),
      members: named?.binding?.prototype ?? false,
      root: isTransparent ? outer.root : root,
      owner: named === undefined ? propertyOf(node) : firstName(named, outer),
      closed: rule.closed,
      untilKind,
    });
  }

  /**
   * Determines exported declarations and orders all by position, outer before inner.
   *
   * @returns `order` maps the number of a declaration in scopes to its index
   */
  finish(): { declarations: Declaration[]; order: Int32Array } {
    const { end } = this.#nodes.tree;
    const ordered = this.found.map((declaration, index) => ({ declaration, index }));
    ordered.sort((a, b) => {
      const [x, y] = [a.declaration, b.declaration];
      return x.facts.start_byte - y.facts.start_byte || (end[y.range] ?? 0) - (end[x.range] ?? 0) || a.index - b.index;
    });
    const order = new Int32Array(ordered.length);
    ordered.forEach(({ index }, position) => {
      order[index] = position;
    });
    for (const { declaration, index } of ordered) {
      const { facts } = declaration;
      facts.exported = this.#exports.isExported(this.#roots[index] ?? NEVER);
      if (facts.within >= 0) facts.within = order[facts.within] ?? -1;
    }
    return { declarations: ordered.map(({ declaration }) => declaration), order };
  }

  #declaration(
    node: number,
    rule: DeclarationRule,
    kind: DeclarationFacts['kind'],
    { path, bare, binding, root }: Named,
    qualified: string,
    scope: Scope,
  ): Declaration {
    const range = binding?.node ?? node;
    const start = this.#ranges.start(range);
    const end = Math.max(this.#nodes.tree.end[range] ?? 0, start);
    const { parameters, returns, bound } = this.#parameters.read(node, rule);
    const facts: PlainDeclaration = {
      kind,
      name: path[path.length - 1] ?? '',
      qualified_name: qualified,
      parameters,
      exported: false,
      start_line: this.#positions.line(start),
      end_line: this.#positions.line(Math.max(end - 1, start)),
      start_byte: this.#positions.byte(start),
      end_byte: this.#positions.byte(end),
      within: scope.within,
      bound,
    };
    if (returns !== undefined) facts.returns = returns;
    const bases = rule.bases.length === 0 ? [] : baseNames(this.#nodes, this.#reader, node, rule.bases);
    if (bases.length > 0) facts.bases = bases;
    return {
      facts,
      bare,
      node,
      range,
      body: rule.body === undefined || this.#isSignature(node, rule) ? -1 : this.#nodes.select(node, rule.body),
      root: firstName({ root }, scope),
      isMember: path.length > 1 || root === PROPERTY,
    };
  }

  #isSignature(node: number, { signature }: DeclarationRule): boolean {
    const { kind, parent, size } = this.#nodes.tree;
    const around = parent[node] ?? -1;
    if (signature === undefined || around < 0 || kind[around] !== signature.in) return false;
    for (let child = around + 1; child < node; child += size[child] ?? 1) {
      if (kind[child] !== signature.each) continue;
      const name = this.#nodes.text(child).split(/[@.]/).at(-1) ?? '';
      if (signature.names.has(name.trim())) return true;
    }
    return false;
  }

  #functionKind(rule: DeclarationRule, binding: Binding | undefined, scope: Scope): DeclarationFacts['kind'] {
    if (binding?.prototype || binding?.rule.methodWhen.some((test) => this.#nodes.holds(test, binding.node))) {
      return 'method';
    }
    if (binding?.rule.kind !== undefined) return binding.rule.kind;
    return scope.members ? (binding?.rule.inClass ?? rule.inClass) : rule.kind;
  }

  #root(node: number, { path, bare, binding, exported }: Named, scope: Scope): number {
    const isExported = exported || this.#exports.byStatement(binding?.node ?? node);
    return this.#exports.root(scope, path, isExported, this.#exports.isPrivate(bare, node, binding?.node ?? -1));
  }

  /** Decorators are not inside of a declaration: they belong to the enclosing scope. */
  #afterDecorators(node: number, scope: Scope, inside: Scope): Scope {
    const last = this.#ranges.decorators(node).at(-1);
    if (last === undefined) return inside;
    return { ...scope, outer: inside, end: this.#nodes.end(last), untilKind: 0 };
  }
}

function firstName({ root }: Pick<Named, 'root'>, scope: Scope): number {
  return root === PROPERTY ? scope.owner : root;
}
