import { type BoundName, functionAround, type NameScope, type NameScopes } from './name-scopes.ts';

/** A name at a node. */
export interface Lookup {
  node: number;
  name: string;
  /** What the nearest scope that is visible there binds; `hidden` if only a scope that is not visible binds it. */
  found: BoundName | 'hidden' | undefined;
}

/**
 * Looks names up, in one pass over the scopes: each name has a stack of the scopes that bind it, innermost last, so that
 * a lookup does not depend on the nesting.
 *
 * A. Aho, M. Lam, R. Sethi, J. Ullman: Compilers, 2nd ed., 2.7 (symbol table per scope)
 */
export function lookUp(scopes: NameScopes, lookups: readonly Lookup[]): void {
  const walk = new ScopeWalk(scopes.all);
  for (const lookup of lookups.toSorted((a, b) => a.node - b.node)) {
    walk.goTo(lookup.node);
    lookup.found = walk.find(lookup.name);
  }
  walk.goTo(Number.POSITIVE_INFINITY);
}

interface Visible {
  scope: NameScope;
  bound: BoundName;
}

class ScopeWalk {
  readonly #scopes: readonly NameScope[];
  readonly #stacks = new Map<string, Visible[]>();
  readonly #open: NameScope[] = [];
  readonly #closed: NameScope[] = [];
  #next = 0;

  /** @param scopes in order of their nodes */
  constructor(scopes: readonly NameScope[]) {
    this.#scopes = scopes;
  }

  /** Opens all scopes before a node, and closes those that end before it. */
  goTo(node: number): void {
    for (let scope = this.#scopes[this.#next]; scope !== undefined && scope.node < node; ) {
      this.#closeBefore(scope.node);
      this.#enter(scope);
      scope = this.#scopes[++this.#next];
    }
    this.#closeBefore(node);
  }

  find(name: string): BoundName | 'hidden' | undefined {
    const stack = this.#stacks.get(name);
    const innermost = this.#open.at(-1);
    if (stack === undefined || innermost === undefined) return undefined;
    const closed = this.#closed.at(-1)?.node ?? -1;
    for (let at = stack.length - 1; at >= 0; at--) {
      const visible = stack[at];
      if (visible === undefined) break;
      if (visible.scope.node < closed) return 'hidden';
      // The code in a function of a class does not see the names of the class.
      if (visible.scope.kind !== 'class' || functionAround(innermost) === visible.scope) return visible.bound;
    }
    return undefined;
  }

  #enter(scope: NameScope): void {
    for (const [name, bound] of scope.names) {
      if (bound.refersTo !== undefined) this.#link(name, bound);
    }
    this.#open.push(scope);
    if (scope.kind === 'closed') this.#closed.push(scope);
    for (const [name, bound] of scope.names) {
      const its = actual(bound);
      if (its === undefined) continue;
      const stack = this.#stacks.get(name);
      if (stack === undefined) this.#stacks.set(name, [{ scope, bound: its }]);
      else stack.push({ scope, bound: its });
    }
  }

  #link(name: string, bound: BoundName): void {
    const first = this.#stacks.get(name)?.[0];
    const target = bound.refersTo === 'global' ? first?.bound : this.find(name);
    if (target === undefined || target === 'hidden') return;
    bound.target = target;
    target.values += bound.values;
  }

  #closeBefore(node: number): void {
    for (let scope = this.#open.at(-1); scope !== undefined && node >= scope.end; scope = this.#open.at(-1)) {
      this.#open.pop();
      if (this.#closed.at(-1) === scope) this.#closed.pop();
      for (const [name, bound] of scope.names) if (actual(bound) !== undefined) this.#stacks.get(name)?.pop();
    }
  }
}

/** The variable itself, if the name refers to that of another scope. */
export function actual(bound: BoundName): BoundName | undefined {
  return bound.refersTo === undefined ? bound : bound.target;
}
