import type { NameTable } from '../flat-tree.ts';
import type { TestData, VariablesData } from './facts-data.ts';
import type { Nodes, Test } from './nodes.ts';
import { slot } from './stream-rules.ts';

export type ScopeKind = 'function' | 'closed' | 'block' | 'class' | 'namespace';

/**
 * The scope that a position binds: the nearest, the nearest that is not a block, the one around the scope of its node, the
 * file, an outer one, or the one that has the name already.
 */
export type BindingPlace = 'here' | 'function' | 'around' | 'assigned' | 'global' | 'outer';

/** A language's rules for variables, compiled. */
export interface VariableRules {
  readonly scopes: ReadonlyMap<number, ScopeKind>;
  readonly places: ReadonlyMap<number, BindingPlace>;
  readonly noValue: ReadonlySet<number>;
  /** An import can be the value of a variable. */
  readonly importedValues: boolean;
  readonly patterns: ReadonlySet<number>;
  /** Kinds whose first child alone is in a pattern. */
  readonly firstOf: ReadonlySet<number>;
  readonly hoisted: ReadonlyMap<number, Test>;
  /** Kinds of values that cannot be called. */
  readonly notCalled: ReadonlySet<number>;
  /** Whether there are scopes that do not see variables around them. */
  readonly hasClosed: boolean;
}

const SCOPES: readonly ScopeKind[] = ['function', 'closed', 'block', 'class', 'namespace'];
const PLACES: readonly BindingPlace[] = ['here', 'function', 'around', 'assigned', 'global', 'outer'];
const FIRST = '#first';

export function compileVariables(
  data: VariablesData | undefined,
  names: NameTable,
  test: (data: TestData) => Test,
  oneOf: <T extends string>(known: readonly T[], value: string) => T,
): VariableRules {
  const { scopes = {}, bound = {}, patterns = [], hoisted = {}, no_value = [], not_called = [] } = data ?? {};
  const { imported_values = false } = data ?? {};
  const at = (position: string) => {
    const [kind = '', field = ''] = position.split('.');
    return slot(names.id(kind), names.id(field));
  };
  const isFirst = (position: string) => position.endsWith(`.${FIRST}`);
  const kindOf = (position: string) => names.id(position.split('.')[0] ?? '');
  return {
    scopes: new Map(Object.entries(scopes).map(([kind, scope]) => [names.id(kind), oneOf(SCOPES, scope)])),
    places: new Map(Object.entries(bound).map(([position, place]) => [at(position), oneOf(PLACES, place)])),
    noValue: new Set(no_value.map(at)),
    importedValues: imported_values,
    patterns: new Set(patterns.filter((it) => !isFirst(it)).map(at)),
    firstOf: new Set(patterns.filter(isFirst).map(kindOf)),
    hoisted: new Map(Object.entries(hoisted).map(([kind, when]) => [names.id(kind), test(when)])),
    notCalled: new Set(not_called.map((kind) => names.id(kind))),
    hasClosed: Object.values(scopes).includes('closed'),
  };
}

export interface BindingPosition {
  place: BindingPlace;
  /** The node with the position. */
  node: number;
  /** The child of that node in the position. */
  child: number;
  givesValue: boolean;
}

/** Where a name is bound: reached from a bound position through patterns only; undefined if it is not. */
export function bindingPosition({ tree }: Nodes, rules: VariableRules, name: number): BindingPosition | undefined {
  const { parent, kind, field } = tree;
  for (let child = name; ; ) {
    const node = parent[child] ?? -1;
    if (node < 0) return undefined;
    const around = kind[node] ?? 0;
    const any = slot(around, 0);
    const here = slot(around, field[child] ?? 0);
    const exact = rules.places.get(here);
    const place = exact ?? rules.places.get(any);
    if (place !== undefined) {
      return { place, node, child, givesValue: !rules.noValue.has(exact === undefined ? any : here) };
    }
    const isFirst = child === node + 1 && rules.firstOf.has(around);
    if (!isFirst && !rules.patterns.has(here) && !rules.patterns.has(any)) return undefined;
    child = node;
  }
}

/** How many nodes are between a bound position and a kind that hoists it: a list of declarators. */
const FARTHEST_HOIST = 2;

/** Whether the variable is that of the function, although a block contains it. */
export function isHoisted(nodes: Nodes, rules: VariableRules, position: number): boolean {
  const { parent, kind } = nodes.tree;
  let node = position;
  for (let steps = 0; steps < FARTHEST_HOIST && rules.hoisted.size > 0; steps++) {
    node = parent[node] ?? -1;
    const test = rules.hoisted.get(kind[node] ?? 0);
    if (test !== undefined) return nodes.holds(test, node);
  }
  return false;
}
