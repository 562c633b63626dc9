import { withoutNul } from './text.ts';

/** Characters that COPY sends at once: fewer cost more calls, more cost memory. */
export const CHUNK = 1 << 17;

/** A value in the text format of COPY. */
export function cell(value: unknown): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(withoutNul(value));
  if (value instanceof Uint8Array) {
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  throw new RangeError(`the database returned a ${typeof value}`);
}

const SPECIAL = /[\\\t\n\r]/;

export function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
