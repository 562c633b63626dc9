import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

const NAME_DIGITS = 16;
/** Raised when entries are to be read in another way. */
const FORMAT = 2;

/** What one engine keeps in one set of versions. */
export interface Space {
  folder: string;
  /** All that what is kept depends on besides its key. */
  versions: string;
}

/**
 * @param cache the folder of all spaces
 * @param name of the engine
 * @param versions as the engine tells them
 */
export function spaceOf(cache: string, name: string, versions: string): Space {
  const all = `format ${FORMAT}, ${versions}`;
  const hash = createHash('sha256').update(all).digest('hex');
  return { folder: join(resolve(cache), `${name}-${hash.slice(0, NAME_DIGITS)}`), versions: all };
}
