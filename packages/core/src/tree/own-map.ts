import { closeSync, fstatSync } from 'node:fs';
import { OWN_PRODUCTS } from '#languages/policy.ts';
import type { Location } from './location.ts';
import { openToRead } from './read.ts';
import { readUpTo } from './read-fully.ts';

/** Whether the first bytes of a regular file contain a marker, as in an exported map; false if it is unreadable. */
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

/** Whether a file is a map of this program. @see OWN_PRODUCTS */
export function carriesMapMarker(location: Location): boolean {
  const { marker, within_bytes } = OWN_PRODUCTS.marked.map;
  return carriesMarker(location, marker, within_bytes);
}
