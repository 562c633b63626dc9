import { hash } from 'node:crypto';

/** Bytes of a public id without its prefix `n_` or `g_`; twice as many hex digits. */
const KEY_BYTES = 10;

/**
 * The key of a node: the first 10 bytes of the SHA-256 of the project's label, a zero byte and the node's id in its
 * project, all UTF-8.
 *
 * @param id a file's path, a declaration's id, or empty for the project itself
 */
export function nodeKey(label: string, id: string): Uint8Array {
  return hash('sha256', `${label}\0${id}`, 'buffer').subarray(0, KEY_BYTES);
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
