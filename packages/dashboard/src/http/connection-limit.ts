import { readFileSync } from 'node:fs';

/** File descriptors for files, drivers and the program itself. */
const OTHERS = 128;

/**
 * Largest number of open connections: less than the file descriptors of this process, so that it can always open files.
 */
export function connectionLimit(): number {
  const limit = descriptorLimit();
  return limit === undefined ? Number.POSITIVE_INFINITY : limit - Math.min(OTHERS, limit >> 1);
}

/** Undefined if the system does not report it. */
function descriptorLimit(): number | undefined {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'));
    return found === null ? undefined : Number(found[1]);
  } catch {
    return undefined;
  }
}
