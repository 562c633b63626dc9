import { GATE_RULES } from '#languages/policy.ts';
import {
  type CodeClass,
  codeClasses,
  type GroupCode,
  isProtocolMethod,
  isSmall,
  type Measured,
} from './list-classes.ts';

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

/** The same of copies that a change added, for which identical functions of few nodes are an exception. */
export function findingClass(
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
