import type { Variable } from '../nodes.ts';
import type { Flow, Step } from './steps.ts';

/** What is known of the variables of a function around a run of its statements. */
export interface RunVariables {
  /** Read in the run before the run assigns them, or kept by it. */
  inputs: Set<Variable>;
  /** Assigned in the run, and read after it. */
  outputs: Set<Variable>;
  written: Set<Variable>;
  used: Set<Variable>;
  /** Surely assigned before the run, and at its end. */
  boundBefore: Set<Variable>;
  boundAfter: Set<Variable>;
  /** Assigned in the run, and read where an exception of the run leads. */
  lost: Set<Variable>;
}

/** @param kept variables that count as read after the run */
export function runVariables(flow: Flow, kept: ReadonlySet<Variable>): RunVariables {
  const { steps, start, end, isEndReached } = flow;
  const numbers = new Map<Variable, bigint>();
  for (const { variable } of steps)
    if (variable !== undefined && !numbers.has(variable)) numbers.set(variable, 1n << BigInt(numbers.size));
  const bitOf = (variable: Variable | undefined) => (variable && numbers.get(variable)) ?? 0n;
  let forced = 0n;
  for (const variable of kept) forced |= bitOf(variable);
  const live = liveBefore(steps, bitOf, end, forced);
  const bound = boundBefore(steps, bitOf, (1n << BigInt(numbers.size)) - 1n);
  let written = 0n;
  let used = 0n;
  let lost = 0n;
  for (const { variable, access, handler } of steps.slice(start, end)) {
    used |= bitOf(variable);
    if (access !== 'read') written |= bitOf(variable);
    if (handler !== undefined && handler < start) lost |= live[handler] ?? 0n;
  }
  const named = (bits: bigint) =>
    new Set([...numbers].flatMap(([variable, bit]) => ((bits & bit) === 0n ? [] : [variable])));
  const after = isEndReached ? (live[end] ?? 0n) : 0n;
  return {
    inputs: named((live[start] ?? 0n) & used),
    outputs: named(after & written),
    written: named(written),
    used: named(used),
    boundBefore: named(bound[start] ?? 0n),
    boundAfter: named(bound[end] ?? 0n),
    lost: named(lost & written),
  };
}

function liveBefore(
  steps: readonly Step[],
  bitOf: (variable: Variable | undefined) => bigint,
  end: number,
  forced: bigint,
): bigint[] {
  const live = steps.map(() => 0n);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let at = steps.length - 1; at >= 0; at--) {
      const { variable, access, next, handler } = steps[at] ?? { next: [] };
      let its = at === end ? forced : 0n;
      for (const to of next) its |= live[to] ?? 0n;
      if (access === 'write' || access === 'unbind') its &= ~bitOf(variable);
      if (access === 'read' || access === 'update') its |= bitOf(variable);
      if (handler !== undefined) its |= live[handler] ?? 0n;
      if (its !== live[at]) isChanged = true;
      live[at] = its;
    }
  }
  return live;
}

/** What is surely assigned before each point. */
function boundBefore(steps: readonly Step[], bitOf: (variable: Variable | undefined) => bigint, all: bigint): bigint[] {
  const bound = steps.map((_, at) => (at === 1 ? 0n : all));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [at, { variable, access, next, handler }] of steps.entries()) {
      const before = bound[at] ?? 0n;
      const bit = bitOf(variable);
      const after =
        access === 'write' || access === 'update' ? before | bit : access === 'unbind' ? before & ~bit : before;
      const into = (to: number, its: bigint) => {
        const known = bound[to] ?? 0n;
        if ((known & its) === known) return;
        bound[to] = known & its;
        isChanged = true;
      };
      for (const to of next) into(to, after);
      if (handler !== undefined) into(handler, before & after);
    }
  }
  return bound;
}
