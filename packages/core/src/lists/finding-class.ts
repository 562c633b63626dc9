import { GATE_RULES } from '#languages/policy.ts';
import {
  type CodeClass,
  codeClasses,
  type GroupCode,
  isProtocolMethod,
  isSmall,
  type Measured,
  MIN_WEIGHT,
} from './list-classes.ts';
import { leastSimilarity, listWeight } from './list-order.ts';

type FunctionCode = Extract<GroupCode, { isOfTypes: false }>;
type CodeOf = () => GroupCode | undefined;

/** The class that puts a group apart in a list by its size or code. */
export function listedClass(
  group: Measured,
  occurrences: number,
  codeOf: CodeOf,
  include: readonly CodeClass[],
): CodeClass | undefined {
  for (const its of codeClasses(group, occurrences, codeOf)) if (!include.includes(its)) return its;
  return undefined;
}

/**
 * The same of copies that a change added, for which identical functions of few nodes are an exception. Types, and runs of members,
 * are small too if they share little besides methods that a protocol calls.
 *
 * @param protocolNodesOf nodes of such methods in the occurrence that has least of them
 */
export function findingClass(
  group: Measured,
  occurrences: number,
  codeOf: CodeOf,
  protocolNodesOf: () => number,
  include: readonly CodeClass[],
): CodeClass | undefined {
  const its = classByCode(group, occurrences, codeOf, include);
  if (its !== undefined || include.includes('small')) return its;
  return sharesLittleElse(group, occurrences, protocolNodesOf) ? 'small' : undefined;
}

/** Of a block that had places before, only the new ones and a few others count. */
export function countedPlaces({ kind }: Measured, all: number, fresh: number): number {
  const isBlock = kind === 'block' || kind === 'block-shape';
  return isBlock && fresh > 0 ? Math.min(all, fresh + GATE_RULES.grown_blocks.other_places) : all;
}

function sharesLittleElse(group: Measured, occurrences: number, protocolNodesOf: () => number): boolean {
  if (group.kind === 'function-body' || group.kind === 'function-shape') return false;
  const protocol = protocolNodesOf();
  if (protocol === 0) return false;
  const shared = Math.floor((group.nodes * leastSimilarity(group)) / 1000);
  return listWeight({ nodes: Math.max(0, shared - protocol) }, occurrences) < MIN_WEIGHT;
}

function classByCode(
  group: Measured,
  occurrences: number,
  codeOf: CodeOf,
  include: readonly CodeClass[],
): CodeClass | undefined {
  const { kind, nodes } = group;
  const isException = kind === 'function-body' && nodes < GATE_RULES.identical_functions.below_nodes;
  if (!isException) return listedClass(group, occurrences, codeOf, include);
  const code = codeOf();
  if (code?.isOfTypes !== false) return undefined;
  return isProtocolMethod(group, code.method) || isAccessor(group, code)
    ? listedClass(group, occurrences, codeOf, include)
    : undefined;
}

/** Whether identical methods only get or set fields, or delegate in one statement. */
function isAccessor({ nodes }: Measured, { hasControl, hasCalls, method }: FunctionCode): boolean {
  const { below_nodes, with_calls_below_nodes } = GATE_RULES.accessors;
  return method !== undefined && !hasControl && nodes < (hasCalls ? with_calls_below_nodes : below_nodes);
}

/**
 * Whether new tests are small functions, or declarations or callbacks of which none is similar enough to the first one of their group: tests of
 * one suite resemble each other.
 *
 * @param similarities of those that are compared with the first one, in thousandths
 */
export function areLittleTests(
  group: Measured,
  similarities: readonly (number | undefined)[],
  areCallbacks: boolean,
): boolean {
  if (isSmall(group)) return true;
  const { below_similarity, callbacks_below_similarity } = GATE_RULES.tests;
  const limit = areCallbacks ? callbacks_below_similarity : below_similarity;
  return group.kind === 'near' && similarities.every((its) => its !== undefined && its < limit);
}
