import { charsOf } from '#query/answer/size.ts';
import { cutText } from '#query/evidence/differences.ts';
import { jsonText } from '../json-text.ts';
import type { DiffRecord } from './records.ts';

/** Characters of a record that is shown completely. */
const MAX_RECORD_LENGTH = 3000;
/** Properties of a record in a summary. */
const MAX_PROPERTIES = 40;

/** The record, or its summary if it is too large: short strings, and the number of items of lists. */
export function shortened(record: DiffRecord): DiffRecord {
  return charsOf(jsonText(record)) <= MAX_RECORD_LENGTH
    ? record
    : { ...record, ...parts(record, 2), details_omitted: true };
}

function parts(value: object, depth: number): object {
  const entries = Object.entries(value).slice(0, MAX_PROPERTIES);
  return Object.fromEntries(entries.map(([key, its]) => [key, summary(its, depth)]));
}

function summary(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cutText(value);
  if (Array.isArray(value)) return { items: value.length };
  if (typeof value !== 'object' || value === null) return value;
  return depth === 0 ? {} : parts(value, depth - 1);
}
