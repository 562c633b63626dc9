/** Ranges of fingerprints that an engine groups at once: from one first byte to another, inclusive. */
export interface Part {
  first: number;
  last: number;
}

const RANGES = 256;

/**
 * Parts of equal width; a group is in one part. An engine's memory depends on the rows of a part; more parts cost time,
 * because each one opens all files.
 *
 * @param rows of all exports
 * @param most about so many rows in a part, if 256 parts are enough
 */
export function partsOf(rows: number, most: number): Part[] {
  let parts = 1;
  while (parts < RANGES && rows / parts > most) parts *= 2;
  const width = RANGES / parts;
  return Array.from({ length: parts }, (_, at) => ({ first: at * width, last: (at + 1) * width - 1 }));
}

/** Of a file of a part: names are in the order of parts. */
export function partName(part: number): string {
  return `part-${String(part).padStart(3, '0')}`;
}
