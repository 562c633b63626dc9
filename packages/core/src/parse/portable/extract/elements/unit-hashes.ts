import type { ElementBlock, Units } from '../../../elements/element-block.ts';
import { NameNumbers } from '../../../elements/name-numbers.ts';
import { SequenceHash } from '../../../elements/sequence-hash.ts';

/** Fills the hashes of units: of their elements as they are, and with names numbered from the unit's start. */
export function hashUnits(
  units: Pick<Units, 'first' | 'count' | 'lastClosings' | 'high' | 'low' | 'shapeHigh' | 'shapeLow'>,
  { openings, opening, closings }: Pick<ElementBlock, 'openings' | 'opening' | 'closings'>,
): void {
  const hash = new SequenceHash();
  const shape = new SequenceHash();
  const numbers = new NameNumbers(openings.name);
  for (let unit = 0; unit < units.first.length; unit++) {
    const first = units.first[unit] ?? 0;
    const end = first + (units.count[unit] ?? 0);
    hash.begin();
    shape.begin();
    numbers.begin();
    for (let at = first; at < end; at++) {
      const its = opening[at] ?? 0;
      const closing = at === end - 1 ? (units.lastClosings[unit] ?? 0) : (closings[at] ?? 0);
      const role = openings.role[its] ?? 0;
      const high = openings.high[its] ?? 0;
      const low = openings.low[its] ?? 0;
      hash.add(high, low, closing, 0);
      if (role === 0) shape.add(high, low, closing, 0);
      else {
        const number = numbers.of(role, openings.name[its] ?? 0);
        shape.add(openings.bareHigh[its] ?? 0, openings.bareLow[its] ?? 0, closing, number + 1);
      }
    }
    hash.finish();
    shape.finish();
    units.high[unit] = hash.high;
    units.low[unit] = hash.low;
    units.shapeHigh[unit] = shape.high;
    units.shapeLow[unit] = shape.low;
  }
}
