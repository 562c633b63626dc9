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
  const shapes = new HashTable(expected);
  const counts = new NumberList();
  for (const { elements } of files) {
    const { shapeHigh, shapeLow } = decodeShapeHashes(elements);
    for (let unit = 0; unit < shapeHigh.length; unit++) {
      if (mayRepeat?.(shapeLow[unit] ?? 0) === false) continue;
      const shape = shapes.number(shapeHigh[unit] ?? 0, shapeLow[unit] ?? 0);
      if (shape === counts.length) counts.push(1);
      else counts.set(shape, 2);
    }
  }
  const repeats = counts.values;
  const lists = NUMBERS.map(() => new NumberList());
  const [file, next, parent, isStart] = [new NumberList(), new NumberList(), new NumberList(), new NumberList()];
  const [same, shape] = [new NumberList(), new NumberList()];
  const sames = new HashTable(expected);
  for (const number of files.keys()) {
    const units = blocks.unitsOf(number);
    const offsets = new Int32Array(units.first.length).fill(-1);
    for (let unit = 0; unit < offsets.length; unit++) {
      const itsShape = shapes.find(units.shapeHigh[unit] ?? 0, units.shapeLow[unit] ?? 0);
      if (itsShape < 0 || repeats[itsShape] !== 2) continue;
      const at = file.length;
      const before = offsets[units.previous[unit] ?? -1] ?? -1;
      offsets[unit] = at;
      file.push(number);
      for (const [column, name] of NUMBERS.entries()) lists[column]?.push(units[name][unit] ?? 0);
      next.push(NONE);
      parent.push((offsets[units.parent[unit] ?? -1] ?? -1) >>> 0);
      isStart.push(before < 0 ? 1 : 0);
      if (before >= 0) next.set(before, at);
      same.push(sames.number(units.high[unit] ?? 0, units.low[unit] ?? 0));
      shape.push(itsShape);
    }
  }
  const column = (name: (typeof NUMBERS)[number]) => lists[NUMBERS.indexOf(name)]?.values ?? new Uint32Array(0);
  return {
    file: file.values,
    nodes: column('nodes'),
    first: column('first'),
    count: column('count'),
    lastClosings: column('lastClosings'),
    isFunction: column('isFunction'),
    startLine: column('startLine'),
    endLine: column('endLine'),
    startByte: column('startByte'),
    endByte: column('endByte'),
    next: Int32Array.from(next.values),
    parent: Int32Array.from(parent.values),
    isStart: Uint8Array.from(isStart.values),
    same: same.values,
    shape: shape.values,
    sames,
    shapes,
  };
}

/** -1 as an unsigned number. */
const NONE = 2 ** 32 - 1;

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
