import { HashTable } from '#relate/copies/hash-table.ts';
import { findRepeatedRuns } from '#relate/copies/repeated-runs.ts';
import { ALL_RUNS } from '#relate/copies/run-choice.ts';
import { type SuffixArray, suffixArray } from '#relate/copies/suffix-array.ts';
import type { UnitText } from '#relate/copies/unit-text.ts';

/** A segment with what groups depend on, as columns by index of its units. */
export interface ClassSegment {
  /** Number of the project in the order of labels. */
  project: number;
  /** Number of the export, and of the file in it. */
  source: number;
  file: number;
  /** Number of each unit in its file. */
  unit: Uint32Array;
  high: Int32Array;
  low: Int32Array;
  nodes: Uint32Array;
  isFunction: Uint8Array;
  /** 1 for a unit from which a run of the class can start. */
  isStart: Uint8Array;
}

/** A maximal run of units of a class. */
export interface ClassRun {
  /** Number of units. */
  length: number;
  /** In the order of projects, files and units. */
  starts: { segment: ClassSegment; unit: number }[];
}

/**
 * The maximal runs with enough nodes that start with the seed of a class, as `findRepeatedRuns` finds them over all units:
 * each occurrence of such a run is at a start of the class.
 */
export function runsOfClass(segments: readonly ClassSegment[], minNodes: number): ClassRun[] {
  const length = segments.reduce((sum, { unit }) => sum + unit.length, 0);
  const table = new HashTable(length);
  const columns = {
    file: new Uint32Array(length),
    nodes: new Uint32Array(length),
    parent: new Int32Array(length).fill(-1),
    isFunction: new Uint32Array(length),
  };
  const isStart = new Uint8Array(length);
  const numbers = new Uint32Array(length);
  const firsts: number[] = [];
  const owner = new Uint32Array(length);
  let count = 0;
  for (const [index, segment] of segments.entries()) {
    firsts.push(count);
    owner.fill(index, count, count + segment.unit.length);
    columns.nodes.set(segment.nodes, count);
    columns.isFunction.set(segment.isFunction, count);
    isStart.set(segment.isStart, count);
    for (const [at, high] of segment.high.entries()) numbers[count++] = table.number(high, segment.low[at] ?? 0);
  }
  const text = textOf(firsts, numbers, table.size);
  const starts = atStarts(suffixArray(text.symbols, table.size), text, isStart);
  // A class has a limited size, and runs of one file are in several classes.
  return findRepeatedRuns(text, starts, columns, minNodes, ALL_RUNS).runs.map((run) => {
    const places = Array.from(run.starts, (at) => {
      const index = owner[at] ?? 0;
      const segment = segments[index];
      if (segment === undefined) throw new RangeError(`the unit ${at} is in no segment`);
      return { segment, unit: segment.unit[at - (firsts[index] ?? 0)] ?? 0 };
    });
    // Sequences are nested, so starts of one segment can be before and after one of another segment.
    return { length: run.length, starts: places.sort(comparePlaces) };
  });
}

type Place = ClassRun['starts'][number];

function comparePlaces(a: Place, b: Place): number {
  const [own, other] = [a.segment, b.segment];
  return own.project - other.project || own.file - other.file || a.unit - b.unit;
}

/** The segments, each with a separator after it. */
function textOf(firsts: readonly number[], numbers: Uint32Array, distinct: number): UnitText {
  const unitAt = new Int32Array(numbers.length + firsts.length);
  const symbols = new Uint32Array(unitAt.length);
  let to = 0;
  for (const [segment, first] of firsts.entries()) {
    const end = firsts[segment + 1] ?? numbers.length;
    for (let unit = first; unit < end; unit++) {
      unitAt[to] = unit;
      symbols[to++] = numbers[unit] ?? 0;
    }
    unitAt[to] = -1;
    symbols[to++] = distinct + segment;
  }
  return { unitAt, symbols };
}

/** Only the suffixes that start at a start of the class, with the prefix that each shares with the one before it. */
function atStarts({ suffixes, common }: SuffixArray, { unitAt }: UnitText, isStart: Uint8Array): SuffixArray {
  const chosen = { suffixes: new Uint32Array(suffixes.length), common: new Uint32Array(suffixes.length) };
  let [count, least] = [0, 0];
  for (const [index, at] of suffixes.entries()) {
    least = Math.min(least, common[index] ?? 0);
    if (isStart[unitAt[at] ?? -1] !== 1) continue;
    chosen.suffixes[count] = at;
    chosen.common[count++] = least;
    least = Number.POSITIVE_INFINITY;
  }
  return { suffixes: chosen.suffixes.subarray(0, count), common: chosen.common.subarray(0, count) };
}
