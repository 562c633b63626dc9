import { readFileSync } from 'node:fs';

/** Descriptors for files, drivers and the program itself. */
const OTHERS = 128;

/**
 * How many connections may be open at the same time: fewer than this process may have descriptors, so that it can still
 * open files.
 */
export function connectionLimit(): number {
  const limit = descriptorLimit();
  return limit === undefined ? Number.POSITIVE_INFINITY : limit - Math.min(OTHERS, limit >> 1);
}

/** Undefined where the system does not say. */
function descriptorLimit(): number | undefined {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'));
    return found === null ? undefined : Number(found[1]);
  } catch {
    return undefined;
  }
}
