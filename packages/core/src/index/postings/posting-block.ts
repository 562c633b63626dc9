import { VarintReader, VarintWriter } from '#parse/tokens/varints.ts';
import { RiceReader, RiceWriter } from './rice-code.ts';

/** Postings by value, then by number; a pair can be repeated. Columns. */
export interface Postings {
  values: ArrayLike<number>;
  numbers: ArrayLike<number>;
  length: number;
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
  const head = new VarintReader(block, 0);
  const universe = head.unsigned();
  const length = head.unsigned();
  const k = head.unsigned();
  if (universe === 0 || length > block.length * 8) throw new RangeError('the bytes are not a block of postings');
  const gaps = new RiceReader(k, block, head.at);
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
