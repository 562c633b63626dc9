import { safeInteger } from '#postgres/types.ts';
import type { Value } from '../../port.ts';
import { withNul } from '../text.ts';

/** Types of PostgreSQL (its `pg_type.dat`). */
const BOOL = 16;
const BYTEA = 17;
const INTEGERS = [20, 21, 23, 26, 1700];

/** Converts the text of a column to a value as SQLite returns it: booleans are 1 and 0. */
export function valueParser(type: number): (text: string) => Value {
  if (type === BOOL) return (text) => Number(text === 't');
  if (type === BYTEA) return bytes;
  return INTEGERS.includes(type) ? safeInteger : withNul;
}

/** In memory of its own: sending a part of a larger block to another thread would copy the block. */
function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));
}
