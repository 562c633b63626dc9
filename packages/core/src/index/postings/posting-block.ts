import { VarintReader, VarintWriter } from '#parse/tokens/varints.ts';
import { NumberList } from '#relate/copies/number-list.ts';
import { RiceReader, RiceWriter } from './rice-code.ts';

/** Postings by value, then by number; a pair can be repeated. Columns. */
export interface Postings {
  values: ArrayLike<number>;
  numbers: ArrayLike<number>;
  length: number;
}

/** A block ends after so many postings, at the end of a value: only its last value can have more. A lookup decodes half a block. */
export const POSTINGS_OF_BLOCK = 256;

/** The list of a value. */
export interface PostedNumbers {
  length: number;
  /** Ascending; undefined for a list that is too long. */
  numbers: Uint32Array | undefined;
}

/** A block, or only the start of its bytes. */
export interface StoredPostings {
  /** First value. */
  first: number;
  data: Uint8Array;
  /** Number of all its bytes. */
  size: number;
}

/** Mean gap to the divisor of its Rice code: the natural logarithm of 2. */
const DIVISOR_OF_MEAN = Math.LN2;

/**
 * Encodes successive postings: the pairs as one ascending list of `(value - first) * universe + number`, as gaps.
 *
 * @param first not greater than any value
 * @param universe greater than every number
 */
export function encodePostings({ values, numbers, length }: Postings, first: number, universe: number): Uint8Array {
  const pair = (at: number) => ((values[at] ?? 0) - first) * universe + (numbers[at] ?? 0);
  const mean = length === 0 ? 1 : Math.max(1, pair(length - 1) / length);
  const k = Math.max(0, Math.floor(Math.log2(mean * DIVISOR_OF_MEAN)));
  const head = new VarintWriter();
  for (const number of [universe, length, k]) head.unsigned(number);
  const gaps = new RiceWriter(k);
  let last = 0;
  for (let at = 0; at < length; at++) {
    const next = pair(at);
    gaps.add(next - last);
    last = next;
  }
  const { bytes } = gaps;
  const block = new Uint8Array(head.length + bytes.length);
  block.set(head.bytes);
  block.set(bytes, head.length);
  return block;
}

/**
 * Visits the postings of a block in order.
 *
 * @param last greatest value that is visited
 * @throws RangeError for bytes that are not a block
 */
export function visitPostings(
  block: Uint8Array,
  first: number,
  last: number,
  visit: (value: number, number: number) => void,
): void {
  const { universe, length, gaps } = openBlock(block, block.length);
  let [value, number] = [first, 0];
  for (let at = 0; at < length; at++) {
    number += gaps.next();
    if (number >= universe) {
      const steps = Math.floor(number / universe);
      value += steps;
      number -= steps * universe;
    }
    if (value > last) return;
    visit(value, number);
  }
}

/**
 * The lists of some values of a block.
 *
 * @param wanted values, ascending; those that the block does not have are omitted
 * @param most the numbers of longer lists are omitted, and not decoded if the block ends with the list
 * @returns undefined if the start of the block is too short
 * @throws RangeError for bytes that are not a block
 */
export function postedLists(
  { first, data, size }: StoredPostings,
  wanted: readonly number[],
  most: number,
): Map<number, PostedNumbers> | undefined {
  const { universe, length, gaps } = openBlock(data, size);
  const found = new Map<number, PostedNumbers>();
  const list = new NumberList();
  let [value, number, start, next] = [first, 0, 0, 0];
  const finish = (end: number) => {
    const count = end - start;
    if (count > 0 && wanted[next] === value)
      found.set(value, { length: count, numbers: count > most ? undefined : list.values.slice() });
    list.length = 0;
    start = end;
  };
  for (let at = 0; at < length; at++) {
    number += gaps.next();
    if (gaps.isOver) {
      if (size > data.length) return undefined;
      throw new RangeError('the block of postings is too short');
    }
    if (number >= universe) {
      finish(at);
      const steps = Math.floor(number / universe);
      value += steps;
      number -= steps * universe;
      while (next < wanted.length && (wanted[next] ?? 0) < value) next++;
      if (next === wanted.length) return found;
    }
    if (wanted[next] !== value) continue;
    if (list.length <= most) list.push(number);
    else if (at - start >= POSTINGS_OF_BLOCK) break;
  }
  finish(length);
  return found;
}

function openBlock(block: Uint8Array, size: number): { universe: number; length: number; gaps: RiceReader } {
  const head = new VarintReader(block, 0);
  const universe = head.unsigned();
  const length = head.unsigned();
  const k = head.unsigned();
  if (universe === 0 || length > size * 8) throw new RangeError('the bytes are not a block of postings');
  return { universe, length, gaps: new RiceReader(k, block, head.at) };
}
