import { closeSync, fstatSync } from 'node:fs';
import { OWN_PRODUCTS } from '#languages/policy.ts';
import type { Location } from './location.ts';
import { openToRead, readUpTo } from './read.ts';

/** Whether a marker stands in a regular file's first bytes, as in a map that we wrote. What can't be read has none. */
export function carriesMarker(location: Location, marker: string, within: number): boolean {
  try {
    const file = openToRead(location);
    try {
      if (!fstatSync(file).isFile()) return false;
      return readUpTo(file, within).includes(marker);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** Whether a file is a map of ours. @see OWN_PRODUCTS */
export function carriesOwnMarker(location: Location): boolean {
  const { marker, within_bytes } = OWN_PRODUCTS.marked;
  return carriesMarker(location, marker, within_bytes);
}
