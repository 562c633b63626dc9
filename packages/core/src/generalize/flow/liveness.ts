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
  /** What is surely assigned before the run, and at its end. */
  bound: () => { before: Set<Variable>; after: Set<Variable> };
  /** Assigned in the run, and read where an exception of the run leads. */
  lost: Set<Variable>;
}

/** Variables whose bits fit into one number. */
const BITS = 31;

/** @param kept variables that count as read after the run */
export function runVariables({ steps, start, end, isEndReached }: Flow, kept: ReadonlySet<Variable>): RunVariables {
  const known: RunVariables = {
    inputs: new Set(),
    outputs: new Set(),
    written: new Set(),
    used: new Set(),
    bound: () => boundAt(steps, start, end),
    lost: new Set(),
  };
  for (const { bits, named, all } of chunks(steps)) {
    let forced = 0;
    for (const variable of kept) forced |= all.get(variable) ?? 0;
    const live = liveBefore(steps, bits, end, forced);
    let written = 0;
    let used = 0;
    let lost = 0;
    for (let at = start; at < end; at++) {
      const { access, handler } = steps[at] ?? {};
      const bit = bits[at] ?? 0;
      used |= bit;
      if (access !== 'read') written |= bit;
      if (handler !== undefined && handler < start) lost |= live[handler] ?? 0;
    }
    named((live[start] ?? 0) & used, known.inputs);
    named((isEndReached ? (live[end] ?? 0) : 0) & written, known.outputs);
    named(written, known.written);
    named(used, known.used);
    named(lost & written, known.lost);
  }
  return known;
}

/** Some of the variables, of which each has a bit. */
interface Chunk {
  all: ReadonlyMap<Variable, number>;
  /** The bit of the variable of each step, or 0. */
  bits: Int32Array;
  /** Adds the variables of bits to a set. */
  named: (its: number, to: Set<Variable>) => void;
}

function* chunks(steps: readonly Step[]): Generator<Chunk> {
  const variables = new Set<Variable>();
  for (const { variable } of steps) if (variable !== undefined) variables.add(variable);
  const order = [...variables];
  for (let from = 0; from < order.length; from += BITS) {
    const all = new Map(order.slice(from, from + BITS).map((variable, at) => [variable, 1 << at] as const));
    const bits = new Int32Array(steps.length);
    for (const [at, { variable }] of steps.entries()) bits[at] = (variable && all.get(variable)) ?? 0;
    const named = (its: number, to: Set<Variable>) => {
      for (const [variable, bit] of all) if ((its & bit) !== 0) to.add(variable);
    };
    yield { all, bits, named };
  }
}

function liveBefore(steps: readonly Step[], bits: Int32Array, end: number, forced: number): Int32Array {
  const live = new Int32Array(steps.length);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let at = steps.length - 1; at >= 0; at--) {
      const step = steps[at];
      if (step === undefined) continue;
      const { access, next, handler } = step;
      const bit = bits[at] ?? 0;
      let its = at === end ? forced : 0;
      for (const to of next) its |= live[to] ?? 0;
      if (access === 'write' || access === 'unbind') its &= ~bit;
      if (access === 'read' || access === 'update') its |= bit;
      if (handler !== undefined) its |= live[handler] ?? 0;
      if (its === live[at]) continue;
      isChanged = true;
      live[at] = its;
    }
  }
  return live;
}

function boundAt(steps: readonly Step[], start: number, end: number): { before: Set<Variable>; after: Set<Variable> } {
  const [before, after] = [new Set<Variable>(), new Set<Variable>()];
  for (const { bits, named } of chunks(steps)) {
    const bound = boundBefore(steps, bits);
    named(bound[start] ?? 0, before);
    named(bound[end] ?? 0, after);
  }
  return { before, after };
}

/** What is surely assigned before each point. */
function boundBefore(steps: readonly Step[], bits: Int32Array): Int32Array {
  const bound = new Int32Array(steps.length).fill(-1);
  bound[1] = 0;
  let isChanged = true;
  const into = (to: number, its: number) => {
    const known = bound[to] ?? 0;
    if ((known & its) === known) return;
    bound[to] = known & its;
    isChanged = true;
  };
  while (isChanged) {
    isChanged = false;
    for (const [at, { access, next, handler }] of steps.entries()) {
      const before = bound[at] ?? 0;
      const bit = bits[at] ?? 0;
      const after =
        access === 'write' || access === 'update' ? before | bit : access === 'unbind' ? before & ~bit : before;
      for (const to of next) into(to, after);
      if (handler !== undefined) into(handler, before & after);
    }
  }
  return bound;
}
