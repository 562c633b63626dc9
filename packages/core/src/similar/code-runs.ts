import type { Units } from '#parse/elements/element-block.ts';
import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import { gramValue } from '#relate/copies/gram-order.ts';
import { GRAM, GramWindows, gramsOf } from '#relate/copies/gram-windows.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import { type ChainedUnits, elementsOfRun, type UnitRun } from '#relate/copies/unit-runs.ts';

/** Longer runs with too few different 5-grams are rows of a table. */
const MAX_UNITS = 64;

/** Units of a file with the unit after each one. */
export type NextUnits = Units & Pick<ChainedUnits, 'next'>;

/** A run with the elements that no unit after it can change. */
export interface CodeRun extends UnitRun {
  /** First elements of its 5-grams, without the last one, whose closings depend on what follows. */
  firstGram: number;
  lastGram: number;
}

/** The runs of statements of some code that a block may start with. */
export interface CodeRuns {
  block: ElementBlock;
  units: NextUnits;
  /** From each unit the shortest run that is large enough for a block, if there is one. */
  runs: CodeRun[];
  /** By element: the value of the 5-gram that starts there. */
  values: Uint16Array;
}

export function chained(units: Units): NextUnits {
  const next = new Int32Array(units.first.length).fill(-1);
  for (const [unit, previous] of units.previous.entries()) if (previous >= 0) next[previous] = unit;
  return { ...units, next };
}

/** @param elements the element block of the code */
export function codeRuns(elements: Uint8Array, limits: CopyLimits): CodeRuns {
  const block = decodeElementBlock(elements);
  const units = chained(block.units);
  const runs = Array.from(units.first, (_, start) => shortestRun(block, units, start, limits));
  const windows = new GramWindows(block);
  const values = Uint16Array.from({ length: Math.max(0, block.opening.length - GRAM + 1) }, (_, at) =>
    gramValue(windows.of(at, block.closings[at + GRAM - 1] ?? 0).high),
  );
  return { block, units, runs: runs.filter((run) => run !== undefined), values };
}

function shortestRun(block: ElementBlock, units: NextUnits, start: number, limits: CopyLimits): CodeRun | undefined {
  let nodes = 0;
  let length = 0;
  for (let unit = start; unit >= 0 && length < MAX_UNITS; unit = units.next[unit] ?? -1) {
    nodes += units.nodes[unit] ?? 0;
    length++;
    if (nodes < limits.blockNodes || (length === 1 && units.isFunction[unit] === 1)) continue;
    const range = elementsOfRun(units, { start, length });
    if (gramsOf(block, range, limits.grams).size < limits.grams) continue;
    return { start, length, firstGram: range.first, lastGram: range.first + range.count - GRAM - 1 };
  }
  return undefined;
}
