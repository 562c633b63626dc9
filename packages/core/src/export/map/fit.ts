import { packed } from '@analyzer/web/map/embed';

const LARGEST = 15_000_000;
const SMALL = 1_000_000;
const SMALL_FILES = 1500;

/**
 * How large a map may become: 1 MB up to 1,500 files, more in proportion, never above 15 MB.
 *
 * @param files in the index
 * @returns bytes
 */
export function sizeLimit(files: number): number {
  return Math.min(LARGEST, Math.round(SMALL * Math.max(1, files / SMALL_FILES)));
}

/** Bytes that a part of the data takes in the page: JSON, deflated, in base64. */
export function packedSize(value: object): number {
  return packed(value).length;
}
