import { packed } from '@analyzer/web/map/embed';

const LARGEST = 15_000_000;
const SMALL = 1_000_000;
const SMALL_FILES = 1500;

/**
 * Maximum size of a map: 1 MB up to 1,500 files, proportionally more for more files, at most 15 MB.
 *
 * @param files number of files in the index
 * @returns bytes
 */
export function sizeLimit(files: number): number {
  return Math.min(LARGEST, Math.round(SMALL * Math.max(1, files / SMALL_FILES)));
}

/** Bytes of a part of the data in the page: JSON, deflated, in base64. */
export function packedSize(value: object): number {
  return packed(value).length;
}
