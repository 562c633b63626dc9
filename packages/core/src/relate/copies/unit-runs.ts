import { createHash } from 'node:crypto';
import type { ElementRange } from './gram-windows.ts';

/** Columns of units, of one file or of many. */
export interface ChainedUnits {
  first: ArrayLike<number>;
  count: ArrayLike<number>;
  lastClosings: ArrayLike<number>;
  nodes: ArrayLike<number>;
  startLine: ArrayLike<number>;
  endLine: ArrayLike<number>;
  startByte: ArrayLike<number>;
  endByte: ArrayLike<number>;
  /** The unit right after it in its sequence; -1 for none. */
  next: ArrayLike<number>;
}

/** Units that follow each other. */
export interface UnitRun {
  start: number;
  /** Number of units. */
  length: number;
}

/** Where a run is in its file. */
export interface RunRange {
  startLine: number;
  endLine: number;
  startByte: number;
  endByte: number;
}

/** The units of a run, in order. */
export function* unitsOf({ next }: Pick<ChainedUnits, 'next'>, { start, length }: UnitRun): Generator<number> {
  let unit = start;
  for (let at = 0; at < length; at++) {
    yield unit;
    unit = next[unit] ?? -1;
  }
}

export function lastUnit({ next }: Pick<ChainedUnits, 'next'>, { start, length }: UnitRun): number {
  let unit = start;
  for (let at = 1; at < length; at++) unit = next[unit] ?? -1;
  return unit;
}

export function nodesOfRun(units: ChainedUnits, run: UnitRun): number {
  let nodes = 0;
  for (const unit of unitsOf(units, run)) nodes += units.nodes[unit] ?? 0;
  return nodes;
}

/** Its elements. */
export function elementsOfRun(units: ChainedUnits, run: UnitRun): ElementRange {
  const last = lastUnit(units, run);
  const first = units.first[run.start] ?? 0;
  return {
    first,
    count: (units.first[last] ?? 0) + (units.count[last] ?? 0) - first,
    lastClosings: units.lastClosings[last] ?? 0,
  };
}

export function rangeOfRun(units: ChainedUnits, run: UnitRun): RunRange {
  const last = lastUnit(units, run);
  return {
    startLine: units.startLine[run.start] ?? 0,
    endLine: units.endLine[last] ?? 0,
    startByte: units.startByte[run.start] ?? 0,
    endByte: units.endByte[last] ?? 0,
  };
}

/**
 * The SHA-256 of the hashes of the units of a run, 64 hex: the fingerprint of a block.
 *
 * @param hashOf the two halves of the hash of a unit
 */
export function unitsFingerprint(
  units: Pick<ChainedUnits, 'next'>,
  run: UnitRun,
  hashOf: (unit: number) => readonly [high: number, low: number],
): string {
  const bytes = Buffer.alloc(8 * run.length);
  let at = 0;
  for (const unit of unitsOf(units, run)) {
    const [high, low] = hashOf(unit);
    bytes.writeInt32BE(high, at);
    bytes.writeInt32BE(low, at + 4);
    at += 8;
  }
  return createHash('sha256').update(bytes).digest('hex');
}
