import { createHash } from 'node:crypto';
import { compareBytes } from '@analyzer/contracts/order';
import { jsonPieces } from './json-pieces.ts';

/** SHA-256 of the canonical JSON of a value, as 64 hexadecimal digits. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** The same digest of a large object, without its JSON as one string. */
export function documentDigest(value: object): string {
  const hash = createHash('sha256');
  for (const piece of jsonPieces(sorted(value), canonicalJson)) hash.update(piece);
  return hash.digest('hex');
}

/** Compact JSON with the keys of every object in byte order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isObject(part) ? sorted(part) : part));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareBytes(a, b)));
}
