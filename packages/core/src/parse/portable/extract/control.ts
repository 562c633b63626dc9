import type { ControlColumns, ControlKind } from '../../facts.ts';
import type { Nodes } from './nodes.ts';
import type { Positions } from './positions.ts';
import type { ControlRule } from './rules.ts';
import { inner, isConditional, type Scope } from './scope.ts';

const NESTS: ReadonlySet<ControlKind | undefined> = new Set(['condition', 'loop', 'match', 'try']);

/** Collects control structures in pre-order, each with the number of enclosing structures. */
export class ControlCollector {
  readonly columns: ControlColumns = { kind: [], depth: [], line: [], within: [] };
  readonly #nodes: Nodes;
  readonly #positions: Positions;

  constructor(nodes: Nodes, positions: Positions) {
    this.#nodes = nodes;
    this.#positions = positions;
  }

  enter(node: number, rule: ControlRule, scope: Scope): Scope {
    if (rule.when !== undefined && !this.#nodes.holds(rule.when, node)) return scope;
    const continues = this.#continues(node, rule) && scope.depth > 0;
    const depth = continues ? scope.depth - 1 : scope.depth;
    if (rule.kind !== undefined) this.add(rule.kind, node, scope, depth);
    const nests = NESTS.has(rule.kind);
    if (rule.kind !== undefined && !nests) return scope;
    const end = this.#nodes.end(node);
    const conditionalFrom = isConditional(scope, node) ? node : this.#followingAlways(node, rule);
    return inner(scope, node, end, { depth: nests ? depth + 1 : depth, conditionalFrom });
  }

  add(kind: ControlKind, node: number, scope: Scope, depth = scope.depth): void {
    const { columns } = this;
    columns.kind.push(kind);
    columns.depth.push(depth);
    columns.line.push(this.#positions.line(this.#nodes.tree.start[node] ?? 0));
    columns.within.push(scope.within);
  }

  #continues(node: number, { continues }: ControlRule): boolean {
    const { parent, kind, field } = this.#nodes.tree;
    if (continues === undefined || kind[parent[node] ?? -1] !== continues.parent) return false;
    return continues.field === undefined || field[node] === continues.field;
  }

  #followingAlways(node: number, rule: ControlRule): number {
    let from = node;
    for (const selector of rule.always) {
      const always = this.#nodes.select(node, selector);
      if (always >= 0) from = Math.max(from, this.#nodes.end(always));
    }
    return from;
  }
}
