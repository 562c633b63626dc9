import { closeSync, fstatSync } from 'node:fs';
import { OWN_PRODUCTS } from '#languages/policy.ts';
import type { Location } from './location.ts';
import { openToRead, readUpTo } from './read.ts';

/**
 * Whether a file is a map that we wrote: its marker stands in its first bytes. What can't be read carries none.
 *
 * @see OWN_PRODUCTS
 */
export function carriesOwnMarker(location: Location): boolean {
  try {
    const file = openToRead(location);
    try {
      if (!fstatSync(file).isFile()) return false;
      return readUpTo(file, OWN_PRODUCTS.marked.within_bytes).includes(OWN_PRODUCTS.marked.marker);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
