import { decodeShapeHashes } from '#parse/elements/element-block.ts';
import type { ComparedFile, ElementBlocks } from './compared-file.ts';
import { HashTable } from './hash-table.ts';
import { NumberList } from './number-list.ts';

/** The units of all files whose shape occurs more than once, as columns. Numbers of units count through the files. */
export interface UnitColumns {
  file: Uint32Array;
  nodes: Uint32Array;
  /** First element in its file, and number of elements. */
  first: Uint32Array;
  count: Uint32Array;
  lastClosings: Uint32Array;
  isFunction: Uint32Array;
  startLine: Uint32Array;
  endLine: Uint32Array;
  startByte: Uint32Array;
  endByte: Uint32Array;
  /** The unit right after it in its sequence, and the nearest unit around it if that is one of these; -1 for none. */
  next: Int32Array;
  parent: Int32Array;
  /** 1 for a unit that is after none of these. */
  isStart: Uint8Array;
  /** Numbers of equal units, and of units of equal shape. */
  same: Uint32Array;
  shape: Uint32Array;
  /** Hashes of equal units, by their number. */
  sames: HashTable;
  /** Hashes of shapes, by their number; also of shapes that occur once. */
  shapes: HashTable;
}

const NUMBERS = [
  'nodes',
  'first',
  'count',
  'lastClosings',
  'isFunction',
  'startLine',
  'endLine',
  'startByte',
  'endByte',
] as const;

/** Of hash tables, before they grow. */
const MAX_EXPECTED = 1 << 16;
/** Most units have more of them in an element block. */
const BYTES_OF_UNIT = 64;

/** @param mayRepeat by the lower half of the hash of a shape; units of other shapes are left out */
export function readUnits(
  files: readonly ComparedFile[],
  blocks: ElementBlocks,
  mayRepeat?: (shapeLow: number) => boolean,
): UnitColumns {
  const expected = Math.min(MAX_EXPECTED, files.reduce((sum, { size }) => sum + size, 0) / BYTES_OF_UNIT);
  const { shapes, counts } = countShapes(files, expected, mayRepeat);
  const repeated = counts.reduce((sum, count) => sum + (count > 1 ? count : 0), 0);
  const sames = new HashTable(expected);
  const columns = newColumns(repeated);
  let at = 0;
  for (const number of files.keys()) {
    const units = blocks.unitsOf(number);
    const offsets = new Int32Array(units.first.length).fill(-1);
    for (let unit = 0; unit < offsets.length; unit++) {
      const shape = shapes.find(units.shapeHigh[unit] ?? 0, units.shapeLow[unit] ?? 0);
      if (shape < 0 || (counts[shape] ?? 0) < 2) continue;
      const before = offsets[units.previous[unit] ?? -1] ?? -1;
      offsets[unit] = at;
      columns.file[at] = number;
      columns.next[at] = -1;
      columns.parent[at] = offsets[units.parent[unit] ?? -1] ?? -1;
      columns.isStart[at] = before < 0 ? 1 : 0;
      if (before >= 0) columns.next[before] = at;
      columns.same[at] = sames.number(units.high[unit] ?? 0, units.low[unit] ?? 0);
      columns.shape[at] = shape;
      at++;
    }
    for (const name of NUMBERS) copyColumn(units[name], columns[name], offsets);
  }
  return { ...columns, sames, shapes };
}

/** The hashes of shapes, and by their number how many units have one. */
function countShapes(
  files: readonly ComparedFile[],
  expected: number,
  mayRepeat: ((shapeLow: number) => boolean) | undefined,
): { shapes: HashTable; counts: Uint32Array } {
  const shapes = new HashTable(expected);
  const counts = new NumberList();
  for (const { elements } of files) {
    const { shapeHigh, shapeLow } = decodeShapeHashes(elements);
    for (let unit = 0; unit < shapeHigh.length; unit++) {
      if (mayRepeat?.(shapeLow[unit] ?? 0) === false) continue;
      const shape = shapes.number(shapeHigh[unit] ?? 0, shapeLow[unit] ?? 0);
      if (shape === counts.length) counts.push(1);
      else counts.set(shape, counts.get(shape) + 1);
    }
  }
  return { shapes, counts: counts.values };
}

/** @param offsets of units in the target; -1 for none */
function copyColumn(source: ArrayLike<number>, target: Uint32Array, offsets: Int32Array): void {
  for (let unit = 0; unit < offsets.length; unit++) {
    const to = offsets[unit] ?? -1;
    if (to >= 0) target[to] = source[unit] ?? 0;
  }
}

function newColumns(length: number): Omit<UnitColumns, 'sames' | 'shapes'> {
  return {
    file: new Uint32Array(length),
    nodes: new Uint32Array(length),
    first: new Uint32Array(length),
    count: new Uint32Array(length),
    lastClosings: new Uint32Array(length),
    isFunction: new Uint32Array(length),
    startLine: new Uint32Array(length),
    endLine: new Uint32Array(length),
    startByte: new Uint32Array(length),
    endByte: new Uint32Array(length),
    next: new Int32Array(length),
    parent: new Int32Array(length),
    isStart: new Uint8Array(length),
    same: new Uint32Array(length),
    shape: new Uint32Array(length),
  };
}

/**
 * The sequences of all files, one after another, for a suffix array. A unit that occurs once is a separator, and so is
 * the end of a sequence; separators differ from each other.
 */
export interface UnitText {
  /** By position: the number of the unit, -1 for a separator. */
  unitAt: Int32Array;
  /** By position: equal for equal units; different for separators. */
  symbols: Uint32Array;
}

/** @param numbers equal for equal units, below `distinct` */
export function unitText(
  { next, isStart }: Pick<UnitColumns, 'next' | 'isStart'>,
  numbers: Uint32Array,
  distinct: number,
): UnitText {
  const counts = new Uint32Array(distinct);
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1;
  const unitAt = new Int32Array(numbers.length * 2);
  const symbols = new Uint32Array(numbers.length * 2);
  let length = 0;
  let separators = 0;
  const separate = () => {
    if (length === 0 || unitAt[length - 1] === -1) return;
    unitAt[length] = -1;
    symbols[length++] = distinct + separators++;
  };
  for (let start = 0; start < isStart.length; start++) {
    if (isStart[start] === 0) continue;
    for (let unit = start; unit >= 0; unit = next[unit] ?? -1) {
      const number = numbers[unit] ?? 0;
      if ((counts[number] ?? 0) < 2) separate();
      else {
        unitAt[length] = unit;
        symbols[length++] = number;
      }
    }
    separate();
  }
  return { unitAt: unitAt.slice(0, length), symbols: symbols.slice(0, length) };
}
