import { VarintReader, VarintWriter } from '../tokens/varints.ts';

/**
 * The canonical stream of a file as elements, with the units and bodies in it: the input of the clone groups of the
 * kinds `near`, `block` and `block-shape` (docs/use/copies.md). `element_block.rs` writes and reads the same bytes.
 *
 * An element is a leaf or the opening of an inner node, with the brackets that close right after it. Elements that are
 * equal apart from these brackets share an opening.
 */
export interface ElementBlock {
  openings: Openings;
  /** By element. */
  opening: Uint32Array;
  closings: Uint32Array;
  units: Units;
  bodies: Bodies;
  callbacks: Callbacks;
}

/** Columns. Hashes are two signed 32-bit halves. */
export interface Openings {
  high: Int32Array;
  low: Int32Array;
  /** 1 variable, 2 property, 3 type, 4 label, 5 function; 0 for all else. */
  role: Uint8Array;
  /** Number of the name in the file; 0 without a role. */
  name: Uint32Array;
  /** Hash of kind and role without the name; 0 without a role. */
  bareHigh: Int32Array;
  bareLow: Int32Array;
}

/** Columns: statements, members, items and the like, in pre-order. */
export interface Units {
  /** First element, and number of elements. */
  first: Uint32Array;
  count: Uint32Array;
  /** Brackets of the unit itself that close after its last element. */
  lastClosings: Uint32Array;
  nodes: Uint32Array;
  /** 1 for a unit that is a function and nothing else. */
  isFunction: Uint8Array;
  /** The unit before it in its sequence, and the nearest unit around it; -1 for none. */
  previous: Int32Array;
  parent: Int32Array;
  startLine: Uint32Array;
  endLine: Uint32Array;
  startByte: Uint32Array;
  endByte: Uint32Array;
  /** Hash of its stream, and of its stream with names numbered. */
  high: Int32Array;
  low: Int32Array;
  shapeHigh: Int32Array;
  shapeLow: Int32Array;
}

type UnitsWithoutHashes = Omit<Units, 'high' | 'low' | 'shapeHigh' | 'shapeLow'>;

/** Columns of zeros. */
export function newUnits(count: number): UnitsWithoutHashes {
  return {
    first: new Uint32Array(count),
    count: new Uint32Array(count),
    lastClosings: new Uint32Array(count),
    nodes: new Uint32Array(count),
    isFunction: new Uint8Array(count),
    previous: new Int32Array(count),
    parent: new Int32Array(count),
    startLine: new Uint32Array(count),
    endLine: new Uint32Array(count),
    startByte: new Uint32Array(count),
    endByte: new Uint32Array(count),
  };
}

/** Columns: the bodies of declarations, by declaration. */
export interface Bodies {
  declaration: Uint32Array;
  first: Uint32Array;
  count: Uint32Array;
  lastClosings: Uint32Array;
}

/** Columns: the bodies of functions without a name that are not declarations, in pre-order. */
export interface Callbacks {
  /** What the function is passed or assigned to. */
  name: string[];
  first: Uint32Array;
  count: Uint32Array;
  lastClosings: Uint32Array;
  nodes: Uint32Array;
  /** Of the function. */
  startLine: Uint32Array;
  endLine: Uint32Array;
  startByte: Uint32Array;
  endByte: Uint32Array;
  /** As those of units. */
  high: Int32Array;
  low: Int32Array;
  shapeHigh: Int32Array;
  shapeLow: Int32Array;
}

/** Columns of zeros. */
export function newCallbacks(count: number): Callbacks {
  return {
    name: new Array<string>(count).fill(''),
    first: new Uint32Array(count),
    count: new Uint32Array(count),
    lastClosings: new Uint32Array(count),
    nodes: new Uint32Array(count),
    startLine: new Uint32Array(count),
    endLine: new Uint32Array(count),
    startByte: new Uint32Array(count),
    endByte: new Uint32Array(count),
    high: new Int32Array(count),
    low: new Int32Array(count),
    shapeHigh: new Int32Array(count),
    shapeLow: new Int32Array(count),
  };
}

const MAX_SHORT_CLOSINGS = 3;
const ROLE_BITS = 8;
/** Numbers that `writeUnits` writes for each unit. */
const NUMBERS_OF_UNIT = 11;
/** Numbers of a body. */
const NUMBERS_OF_BODY = 4;
/** Of openings, bare hashes, elements, units, bodies and callbacks. */
const LENGTHS = 6;
/** Of openings, bare hashes and elements. */
const LENGTHS_BEFORE_UNITS = 3;

export function encodeElementBlock(block: ElementBlock): Uint8Array {
  const { openings, opening, closings, units, bodies, callbacks } = block;
  const out = new VarintWriter();
  const bare = new BareHashes();
  const words = Array.from(openings.role, (role, at) => {
    return role === 0 ? 0 : bare.number(openings.bareHigh[at] ?? 0, openings.bareLow[at] ?? 0) * ROLE_BITS + role;
  });
  const lists = [openings.role, bare.high, opening, units.first, bodies.first, callbacks.first];
  for (const { length } of lists) out.unsigned(length);
  for (const [at, word] of words.entries()) {
    out.unsigned(word);
    if (word !== 0) out.unsigned(openings.name[at] ?? 0);
  }
  for (const [at, number] of opening.entries()) {
    const closing = closings[at] ?? 0;
    out.unsigned(number * 4 + Math.min(closing, MAX_SHORT_CLOSINGS));
    if (closing >= MAX_SHORT_CLOSINGS) out.unsigned(closing - MAX_SHORT_CLOSINGS);
  }
  writeUnits(units, out);
  for (const [at, declaration] of bodies.declaration.entries()) {
    out.unsigned(declaration);
    out.unsigned(bodies.first[at] ?? 0);
    out.unsigned(bodies.count[at] ?? 0);
    out.unsigned(bodies.lastClosings[at] ?? 0);
  }
  writeCallbacks(callbacks, out);
  const ranges = units.first.length + callbacks.first.length;
  const hashes = new DataView(new ArrayBuffer((words.length + bare.high.length + 2 * ranges) * 8));
  let at = writeHashes(hashes, 0, openings.high, openings.low);
  at = writeHashes(hashes, at, bare.high, bare.low);
  at = writeHashes(hashes, at, callbacks.high, callbacks.low);
  at = writeHashes(hashes, at, callbacks.shapeHigh, callbacks.shapeLow);
  at = writeHashes(hashes, at, units.high, units.low);
  writeHashes(hashes, at, units.shapeHigh, units.shapeLow);
  const encoded = new Uint8Array(out.length + hashes.byteLength);
  encoded.set(out.bytes);
  encoded.set(new Uint8Array(hashes.buffer), out.length);
  return encoded;
}

/**
 * Decodes a block; its units and callbacks only when they are read, because most readers need neither or one of them.
 *
 * @throws RangeError for bytes that are not a block
 */
export function decodeElementBlock(block: Uint8Array): ElementBlock {
  const input = new VarintReader(block, 0);
  const [openings = 0, bares = 0, elements = 0, units = 0, bodies = 0, callbacks = 0] = Array.from(
    { length: LENGTHS },
    () => input.unsigned(),
  );
  const hashes = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const unitsAt = block.length - units * 16;
  const callbacksAt = unitsAt - callbacks * 16;
  const baresAt = callbacksAt - bares * 8;
  const openingsAt = baresAt - openings * 8;
  if (openingsAt < 0 || elements > block.length) throw new RangeError('the block is shorter than its lists');
  const [bareHigh, bareLow] = readHashes(hashes, baresAt, bares);
  const decoded = { openings: readOpenings(input, openings, hashes, openingsAt, bareHigh, bareLow) };
  const opening = new Uint32Array(elements);
  const closings = new Uint32Array(elements);
  for (let at = 0; at < elements; at++) {
    const word = input.unsigned();
    opening[at] = word >>> 2;
    const short = word & 3;
    closings[at] = short < MAX_SHORT_CLOSINGS ? short : MAX_SHORT_CLOSINGS + input.unsigned();
  }
  const unitNumbersAt = input.at;
  input.skip(units * NUMBERS_OF_UNIT);
  const ranges = readBodies(input, bodies);
  let known: Units | undefined;
  let knownCallbacks: Callbacks | undefined;
  return {
    ...decoded,
    opening,
    closings,
    get units() {
      known ??= unitsFrom(block, units, unitNumbersAt);
      return known;
    },
    bodies: ranges,
    get callbacks() {
      knownCallbacks ??= readCallbacks(input, callbacks, hashes, callbacksAt);
      return knownCallbacks;
    },
  };
}

/**
 * The callbacks of a block, without decoding the rest.
 *
 * @throws RangeError for bytes that are not a block
 */
export function decodeCallbacks(block: Uint8Array): Callbacks {
  const input = new VarintReader(block, 0);
  const [openings = 0, , elements = 0, units = 0, bodies = 0, callbacks = 0] = Array.from({ length: LENGTHS }, () =>
    input.unsigned(),
  );
  if (callbacks === 0) return newCallbacks(0);
  const hashesAt = block.length - (units + callbacks) * 16;
  if (hashesAt < 0) throw new RangeError('the block is shorter than its lists');
  skipElements(input, openings, elements);
  input.skip(units * NUMBERS_OF_UNIT + bodies * NUMBERS_OF_BODY);
  return readCallbacks(input, callbacks, new DataView(block.buffer, block.byteOffset, block.byteLength), hashesAt);
}

/**
 * The units of a block, without decoding the rest.
 *
 * @throws RangeError for bytes that are not a block
 */
export function decodeUnits(block: Uint8Array): Units {
  const input = new VarintReader(block, 0);
  const [openings = 0, , elements = 0, units = 0] = Array.from({ length: LENGTHS }, () => input.unsigned());
  if (units * 16 > block.length) throw new RangeError('the block is shorter than its lists');
  skipElements(input, openings, elements);
  return unitsFrom(block, units, input.at);
}

function skipElements(input: VarintReader, openings: number, elements: number): void {
  for (let at = 0; at < openings; at++) if (input.unsigned() !== 0) input.skip(1);
  for (let at = 0; at < elements; at++) if ((input.unsigned() & 3) === MAX_SHORT_CLOSINGS) input.skip(1);
}

/** @param at where the numbers of the units start; their hashes are at the end */
function unitsFrom(block: Uint8Array, units: number, at: number): Units {
  const hashes = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const hashesAt = block.length - units * 16;
  const [high, low] = readHashes(hashes, hashesAt, units);
  const [shapeHigh, shapeLow] = readHashes(hashes, hashesAt + units * 8, units);
  return { ...readUnits(new VarintReader(block, at), units), high, low, shapeHigh, shapeLow };
}

/**
 * The hashes of the shapes of all units, without decoding the rest.
 *
 * @throws RangeError for bytes that are not a block
 */
export function decodeShapeHashes(block: Uint8Array): Pick<Units, 'shapeHigh' | 'shapeLow'> {
  const input = new VarintReader(block, 0);
  for (let skipped = 0; skipped < LENGTHS_BEFORE_UNITS; skipped++) input.unsigned();
  const units = input.unsigned();
  const start = block.length - units * 8;
  if (start < 0) throw new RangeError('the block is shorter than its lists');
  const [shapeHigh, shapeLow] = readHashes(
    new DataView(block.buffer, block.byteOffset, block.byteLength),
    start,
    units,
  );
  return { shapeHigh, shapeLow };
}

class BareHashes {
  readonly high: number[] = [];
  readonly low: number[] = [];
  readonly #numbers = new Map<string, number>();

  number(high: number, low: number): number {
    const key = `${high} ${low}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.high.length;
      this.#numbers.set(key, number);
      this.high.push(high);
      this.low.push(low);
    }
    return number;
  }
}

function writeUnits(units: Units, out: VarintWriter): void {
  let [first, line, byte] = [0, 1, 0];
  for (let at = 0; at < units.first.length; at++) {
    const value = (column: ArrayLike<number>) => column[at] ?? 0;
    out.unsigned(value(units.first) - first);
    out.unsigned(value(units.count));
    out.unsigned(value(units.lastClosings));
    out.unsigned(value(units.nodes));
    out.unsigned(value(units.isFunction));
    out.unsigned(value(units.previous) < 0 ? 0 : at - value(units.previous));
    out.unsigned(value(units.parent) < 0 ? 0 : at - value(units.parent));
    out.signed(value(units.startLine) - line);
    out.unsigned(value(units.endLine) - value(units.startLine));
    out.signed(value(units.startByte) - byte);
    out.unsigned(value(units.endByte) - value(units.startByte));
    first = value(units.first);
    line = value(units.startLine);
    byte = value(units.startByte);
  }
}

function readUnits(input: VarintReader, count: number): UnitsWithoutHashes {
  const units = newUnits(count);
  let [first, line, byte] = [0, 1, 0];
  for (let at = 0; at < count; at++) {
    first += input.unsigned();
    units.first[at] = first;
    units.count[at] = input.unsigned();
    units.lastClosings[at] = input.unsigned();
    units.nodes[at] = input.unsigned();
    units.isFunction[at] = input.unsigned();
    units.previous[at] = before(at, input.unsigned());
    units.parent[at] = before(at, input.unsigned());
    line += input.signed();
    units.startLine[at] = line;
    units.endLine[at] = line + input.unsigned();
    byte += input.signed();
    units.startByte[at] = byte;
    units.endByte[at] = byte + input.unsigned();
  }
  return units;
}

function before(at: number, distance: number): number {
  return distance === 0 ? -1 : at - distance;
}

function readOpenings(
  input: VarintReader,
  count: number,
  hashes: DataView,
  hashesAt: number,
  bareHighs: Int32Array,
  bareLows: Int32Array,
): Openings {
  const [high, low] = readHashes(hashes, hashesAt, count);
  const role = new Uint8Array(count);
  const name = new Uint32Array(count);
  const bareHigh = new Int32Array(count);
  const bareLow = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const word = input.unsigned();
    if (word === 0) continue;
    role[at] = word % ROLE_BITS;
    bareHigh[at] = bareHighs[Math.floor(word / ROLE_BITS)] ?? 0;
    bareLow[at] = bareLows[Math.floor(word / ROLE_BITS)] ?? 0;
    name[at] = input.unsigned();
  }
  return { high, low, role, name, bareHigh, bareLow };
}

function readBodies(input: VarintReader, count: number): Bodies {
  const bodies = {
    declaration: new Uint32Array(count),
    first: new Uint32Array(count),
    count: new Uint32Array(count),
    lastClosings: new Uint32Array(count),
  };
  for (let at = 0; at < count; at++) {
    bodies.declaration[at] = input.unsigned();
    bodies.first[at] = input.unsigned();
    bodies.count[at] = input.unsigned();
    bodies.lastClosings[at] = input.unsigned();
  }
  return bodies;
}

/** A name is its number of UTF-8 bytes, then each of them as a number. */
function writeCallbacks(callbacks: Callbacks, out: VarintWriter): void {
  for (const [at, name] of callbacks.name.entries()) {
    const bytes = Buffer.from(name);
    out.unsigned(bytes.length);
    for (const byte of bytes) out.unsigned(byte);
    for (const column of CALLBACK_COLUMNS) out.unsigned(callbacks[column][at] ?? 0);
  }
}

function readCallbacks(input: VarintReader, count: number, hashes: DataView, hashesAt: number): Callbacks {
  const callbacks = newCallbacks(count);
  for (let at = 0; at < count; at++) {
    const bytes = Array.from({ length: input.unsigned() }, () => input.unsigned());
    callbacks.name[at] = Buffer.from(bytes).toString();
    for (const column of CALLBACK_COLUMNS) callbacks[column][at] = input.unsigned();
  }
  [callbacks.high, callbacks.low] = readHashes(hashes, hashesAt, count);
  [callbacks.shapeHigh, callbacks.shapeLow] = readHashes(hashes, hashesAt + count * 8, count);
  return callbacks;
}

const CALLBACK_COLUMNS = [
  'first',
  'count',
  'lastClosings',
  'nodes',
  'startLine',
  'endLine',
  'startByte',
  'endByte',
] as const;

function writeHashes(into: DataView, from: number, high: ArrayLike<number>, low: ArrayLike<number>): number {
  for (let at = 0; at < high.length; at++) {
    into.setInt32(from + at * 8, high[at] ?? 0);
    into.setInt32(from + at * 8 + 4, low[at] ?? 0);
  }
  return from + high.length * 8;
}

function readHashes(from: DataView, start: number, count: number): [high: Int32Array, low: Int32Array] {
  const high = new Int32Array(count);
  const low = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    high[at] = from.getInt32(start + at * 8);
    low[at] = from.getInt32(start + at * 8 + 4);
  }
  return [high, low];
}
