import type { ElementBlock } from '#parse/elements/element-block.ts';
import { SequenceHash } from '#parse/elements/sequence-hash.ts';
import type { ElementRange } from './gram-windows.ts';

/** The hash of a range of elements with their names, 16 hex. */
export function rangeHash({ openings, opening, closings }: ElementBlock, range: ElementRange): string {
  const hash = new SequenceHash();
  hash.begin();
  const last = range.first + range.count - 1;
  for (let at = range.first; at <= last; at++) {
    const its = opening[at] ?? 0;
    const closing = (at === last ? range.lastClosings : closings[at]) ?? 0;
    hash.add(openings.high[its] ?? 0, openings.low[its] ?? 0, closing, 0);
  }
  hash.finish();
  return hex64(hash.high, hash.low);
}

/** Two 32-bit halves as 16 hex digits. */
export function hex64(high: number, low: number): string {
  return `${hex32(high)}${hex32(low)}`;
}

function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
