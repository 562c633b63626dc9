import { hash } from 'node:crypto';
import type { DeclarationFacts } from '#parse/facts.ts';

/** The version of node ids, their first byte. Ids of the first version were a hash of the line too, without a version. */
const NODE_ID_VERSION = 2;

/** Bytes of the hash in a key. */
const HASH_BYTES = 9;

/**
 * The key of a node: its version and the first 9 bytes of the SHA-256 of the project's label and the parts, separated by
 * zero bytes, all UTF-8.
 *
 * @param parts a file's path, or what `declarationParts` returns; none for the project itself
 */
export function nodeKey(label: string, ...parts: readonly string[]): Uint8Array {
  const digest = hash('sha256', [label, ...parts].join('\0'), 'buffer');
  return Buffer.concat([Buffer.of(NODE_ID_VERSION), digest.subarray(0, HASH_BYTES)]);
}

/**
 * Identifies the declarations of a file wherever they are in it: path, kind, qualified name, and from the second with
 * the same name and kind its number in the order of the file.
 *
 * @param declarations in the order of their starts
 * @returns aligned with `declarations`
 */
export function declarationParts(
  path: string,
  declarations: readonly Pick<DeclarationFacts, 'kind' | 'qualified_name'>[],
): string[][] {
  const numbers = new Map<string, number>();
  return declarations.map(({ kind, qualified_name: name }) => {
    const its = `${kind}\0${name}`;
    const number = (numbers.get(its) ?? 0) + 1;
    numbers.set(its, number);
    return number === 1 ? [path, kind, name] : [path, kind, name, String(number)];
  });
}

/** @param id `n_` and 20 hex digits @returns whether another version of this program computed it */
export function isStaleNodeId(id: string): boolean {
  return keyOf(id)[0] !== NODE_ID_VERSION;
}

/** @param id `n_` or `g_` and 20 hex digits */
export function keyOf(id: string): Uint8Array {
  return Buffer.from(id.slice(2), 'hex');
}

export function nodeId(key: Uint8Array): string {
  return `n_${hex(key)}`;
}

export function groupIdOfKey(key: Uint8Array): string {
  return `g_${hex(key)}`;
}

/** @param bytes any bytes, such as a hash */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

export function bytesOf(hexDigits: string): Uint8Array {
  return Buffer.from(hexDigits, 'hex');
}
