import type { DeclarationFacts } from '../../facts.ts';
import { type Binding, BindingReader } from './bindings.ts';
import type { CompiledFacts, ContainerRule, DeclarationRule } from './compile.ts';
import { LONGEST, scalarCount } from './cut.ts';
import type { Exports } from './exports.ts';
import { ELSE, type NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import { ParameterReader } from './parameters.ts';
import type { Positions } from './positions.ts';
import { RangeReader } from './range.ts';
import { inner, NEVER, OPEN, type Scope } from './scope.ts';

/** The facts that depend on the tree's shape alone; fingerprints are added to them. */
export type PlainDeclaration = Omit<DeclarationFacts, 'nodes' | 'function_body' | 'function_shape' | 'tree_hash'>;

export interface Declaration {
  facts: PlainDeclaration;
  /** The function or class node itself, whatever binds it. */
  node: number;
  /** The node that holds name and function; `facts` have its range. */
  range: number;
  /** Where its name is written, in it or beside it; -1 for a name that is not (`default`). */
  name: number;
  /** -1 when it has none (abstract, overload, ambient). */
  body: number;
}

interface Named {
  path: string[];
  /** As private names are told by. */
  bare: string;
  name: number;
  /** What gives the name; undefined when the declaration bears it itself. */
  binding: Binding | undefined;
  /** Given to an object whose members are exported, or as that object. */
  exported: boolean;
}

/** Collects declarations while the pass goes through a tree, and opens the scopes that they and containers make. */
export class DeclarationCollector {
  readonly found: Declaration[] = [];
  readonly #roots: number[] = [];
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #bindings: BindingReader;
  readonly #parameters: ParameterReader;
  readonly #ranges: RangeReader;
  readonly #exports: Exports;
  readonly #positions: Positions;
  #spaces = 0;

  constructor(nodes: Nodes, names: NameReader, exports: Exports, language: CompiledFacts, positions: Positions) {
    this.#nodes = nodes;
    this.#names = names;
    this.#bindings = new BindingReader(nodes, names, language);
    this.#ranges = new RangeReader(nodes, language);
    this.#parameters = new ParameterReader(nodes, names, this.#ranges, language);
    this.#exports = exports;
    this.#positions = positions;
  }

  /** A function, class or the like begins. */
  enter(node: number, rule: DeclarationRule, scope: Scope): Scope {
    const end = this.#nodes.end(node);
    const isFunction = rule.kind === 'function' || rule.kind === 'method';
    const space = isFunction ? ++this.#spaces : scope.space;
    const named = this.#name(node, rule);
    const inside = isFunction
      ? { members: false, root: OPEN, closed: false, space, conditionalFrom: node }
      : { members: true, root: NEVER, closed: false };
    if (named === undefined) return inner(scope, node, end, inside);
    const { path, binding } = named;
    const range = binding?.node ?? node;
    const root = this.#root(node, named, scope);
    const qualified = scope.prefix + path.join('.');
    const within = this.found.length;
    this.#roots.push(root);
    this.found.push({
      facts: {
        kind: isFunction ? this.#functionKind(rule, binding, scope) : rule.kind,
        name: path[path.length - 1] ?? '',
        qualified_name: qualified,
        ...this.#parameters.read(node, rule),
        exported: false,
        ...this.#place(range),
        within: scope.within,
      },
      node,
      range,
      name: named.name,
      body: rule.body === undefined ? -1 : this.#nodes.select(node, rule.body),
    });
    const scopeInside = { ...inside, prefix: prefixOf(qualified, '.'), within, depth: 0 };
    if (!isFunction) scopeInside.root = root;
    return this.#afterDecorators(node, scope, inner(scope, node, end, scopeInside));
  }

  /** A namespace, or an object that gives its members its name, begins. */
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
    const binding = rule.name === undefined ? this.#bindings.of(node) : undefined;
    const path = binding?.path ?? this.#containerPath(node, rule);
    const changes = { members: binding?.prototype ?? false, closed: rule.closed, untilKind };
    const prefix = path.length === 0 ? outer.prefix : prefixOf(outer.prefix + path.join('.'), rule.separator);
    if (rule.name !== undefined && !rule.closed) return inner(outer, node, end, { ...changes, prefix });
    const named = binding ? fromBinding(binding) : { path, bare: '', name: -1, binding, exported: false };
    const root = path.length === 0 ? NEVER : this.#root(node, named, outer);
    return inner(outer, node, end, { ...changes, prefix, root });
  }

  /** Says which are exported and puts them in order of position, outer before inner. */
  finish(): { declarations: Declaration[]; order: Int32Array } {
    this.found.forEach((declaration, index) => {
      declaration.facts.exported = this.#exports.isExported(this.#roots[index] ?? NEVER);
    });
    const { end } = this.#nodes.tree;
    const places = this.found.map((declaration, index) => ({ declaration, index }));
    places.sort((a, b) => {
      const [x, y] = [a.declaration, b.declaration];
      return x.facts.start_byte - y.facts.start_byte || (end[y.range] ?? 0) - (end[x.range] ?? 0) || a.index - b.index;
    });
    const order = new Int32Array(places.length);
    places.forEach(({ index }, place) => {
      order[index] = place;
    });
    for (const { facts } of this.found) if (facts.within >= 0) facts.within = order[facts.within] ?? -1;
    return { declarations: places.map(({ declaration }) => declaration), order };
  }

  #name(node: number, rule: DeclarationRule): Named | undefined {
    const binding = this.#bindings.of(node);
    const isWeak = binding !== undefined && (binding.rule.weak || binding.exported === 'object');
    if (binding !== undefined && !isWeak) return fromBinding(binding);
    const name = rule.name === undefined ? -1 : this.#nodes.select(node, rule.name);
    const own = name < 0 ? undefined : this.#names.simple(name);
    if (own === undefined) return binding && fromBinding(binding);
    return { path: [own], bare: own, name, binding: undefined, exported: binding?.exported !== undefined };
  }

  #containerPath(node: number, rule: ContainerRule): string[] {
    const name = rule.name === undefined ? -1 : this.#nodes.select(node, rule.name);
    if (name < 0) return [];
    const own = this.#names.simple(name);
    return own === undefined ? this.#names.path(name, true) : [own];
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

  #place(range: number) {
    const { tree } = this.#nodes;
    const start = this.#ranges.start(range);
    const end = Math.max(tree.end[range] ?? 0, start);
    return {
      start_line: this.#positions.line(start),
      end_line: this.#positions.line(Math.max(end - 1, start)),
      start_byte: this.#positions.byte(start),
      end_byte: this.#positions.byte(end),
    };
  }

  /** What its decorators hold is not inside a declaration: the scope around it goes on for them. */
  #afterDecorators(node: number, scope: Scope, inside: Scope): Scope {
    const last = this.#ranges.decorators(node).at(-1);
    if (last === undefined) return inside;
    return { ...scope, outer: inside, end: this.#nodes.end(last), untilKind: 0 };
  }
}

function fromBinding(binding: Binding): Named {
  const { path, bare, target: name, exported } = binding;
  return { path, bare, name, binding, exported: exported !== undefined };
}

/** An enclosing name that is too long is left out: names nested deep would grow without bound. */
function prefixOf(qualified: string, separator: string): string {
  const isLong = qualified.length > LONGEST && scalarCount(qualified) > LONGEST;
  return (isLong ? ELSE : qualified) + separator;
}
