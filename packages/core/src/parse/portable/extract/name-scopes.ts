import { bindingPosition, isHoisted, type ScopeKind } from './binding-positions.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';

/** A part of a file with names of its own. */
export interface NameScope {
  /** Its node; -1 for the file. */
  readonly node: number;
  /** First node after it. */
  readonly end: number;
  readonly kind: ScopeKind;
  readonly outer: NameScope | undefined;
  readonly names: Map<string, BoundName>;
}

/** A name that a scope binds. */
export interface BoundName {
  readonly scope: NameScope;
  /** How often it gets a value that can be called. */
  values: number;
  /** How many declarations have it, and how many are members of it (`name.f = function () {}`). */
  declared: number;
  members: number;
  imports: number;
  /** It is the variable of the file, or of an outer scope. */
  refersTo: 'global' | 'outer' | undefined;
  /** That variable, if there is one; set by `lookUp`. */
  target: BoundName | undefined;
}

/** An assignment to a variable of this or an outer scope. */
export interface Assignment {
  node: number;
  name: string;
  givesValue: boolean;
}

/** A name where a scope binds it. */
export interface BindingNode {
  node: number;
  name: string;
}

/** The scopes of a file, outer before inner, and what they bind. */
export class NameScopes {
  readonly all: NameScope[];
  readonly assignments: Assignment[] = [];
  /** In order of position, without assignments and names of outer scopes. */
  readonly bindings: BindingNode[] = [];
  /** The names that scopes below file level bind. */
  readonly inner = new Set<string>();
  readonly #byNode = new Map<number, BoundName>();
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #language: CompiledFacts;

  /** @param roots nodes of names, for `boundAt` */
  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts, roots: ReadonlySet<number>) {
    this.#nodes = nodes;
    this.#names = names;
    this.#language = language;
    this.all = [newScope(-1, nodes.tree.count, 'function', undefined)];
    this.#read(roots);
  }

  get file(): NameScope {
    return this.all[0] ?? newScope(-1, 0, 'function', undefined);
  }

  /** What a bound position with a name binds; undefined for an assignment and for a use. */
  boundAt(node: number): BoundName | undefined {
    return this.#byNode.get(node);
  }

  bound(scope: NameScope, name: string): BoundName {
    let bound = scope.names.get(name);
    if (bound === undefined) {
      bound = { scope, values: 0, declared: 0, members: 0, imports: 0, refersTo: undefined, target: undefined };
      scope.names.set(name, bound);
      if (scope.outer !== undefined) this.inner.add(name);
    }
    return bound;
  }

  #read(roots: ReadonlySet<number>): void {
    const { count, kind, parent } = this.#nodes.tree;
    const { flags, variables } = this.#language;
    let top = this.file;
    for (let node = 0; node < count; node++) {
      const flag = flags[kind[node] ?? 0] ?? 0;
      if (flag === 0) continue;
      while (node >= top.end && top.outer !== undefined) top = top.outer;
      if ((flag & OPENS_SCOPE) !== 0) {
        const opened = variables.scopes.get(kind[node] ?? 0) ?? 'block';
        // The body of a function has the scope of its parameters.
        const isBody = opened === 'block' && top.kind !== 'block' && parent[node] === top.node;
        if (!isBody) {
          top = newScope(node, this.#nodes.end(node), opened, top);
          this.all.push(top);
        }
      }
      if ((flag & BINDS_NAME) !== 0) this.#bind(node, top, roots);
    }
  }

  #bind(node: number, top: NameScope, roots: ReadonlySet<number>): void {
    const { variables } = this.#language;
    const position = bindingPosition(this.#nodes, variables, node);
    const name = position === undefined ? undefined : this.#names.simple(node);
    if (position === undefined || name === undefined) return;
    const { place } = position;
    const givesValue = position.givesValue && this.#isCallable(position.node, position.child, node);
    if (place === 'assigned') {
      this.assignments.push({ node, name, givesValue });
      return;
    }
    if (place !== 'outer') this.bindings.push({ node, name });
    const isWide = place === 'function' || (place === 'here' && isHoisted(this.#nodes, variables, position.node));
    const scope = place === 'around' ? (top.outer ?? top) : isWide ? functionAround(top) : top;
    const bound = this.bound(scope, name);
    if (givesValue) bound.values++;
    if ((place === 'global' || place === 'outer') && scope.outer !== undefined) bound.refersTo = place;
    if (place === 'global') this.bound(this.file, name);
    if (roots.has(node)) this.#byNode.set(node, bound);
  }

  /** Whether a position gives a value that can be called: not if the value is absent or a literal. */
  #isCallable(node: number, child: number, name: number): boolean {
    const rule = this.#language.rules(this.#nodes.tree.kind[node] ?? 0)?.binding;
    if (rule?.target === undefined || child !== name || this.#nodes.select(node, rule.target) !== name) return true;
    const value = this.#nodes.select(node, rule.value);
    return value >= 0 && !this.#language.variables.notCalled.has(this.#nodes.tree.kind[value] ?? 0);
  }
}

export const OPENS_SCOPE = 1;
export const BINDS_NAME = 2;

function newScope(node: number, end: number, kind: ScopeKind, outer: NameScope | undefined): NameScope {
  return { node, end, kind, outer, names: new Map() };
}

/** The nearest scope that is not a block. */
export function functionAround(scope: NameScope): NameScope {
  let around = scope;
  while (around.kind === 'block' && around.outer !== undefined) around = around.outer;
  return around;
}
