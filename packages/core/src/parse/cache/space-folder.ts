import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

const NAME_DIGITS = 16;
/** Increased when the format of entries changes. */
const FORMAT = 2;

/** The entries of one engine in one set of versions. */
export interface Space {
  folder: string;
  /** All versions that entries depend on besides their key. */
  versions: string;
}

/**
 * @param cache folder of all spaces
 * @param name of the engine
 * @param versions from the engine
 */
export function spaceOf(cache: string, name: string, versions: string): Space {
  const all = `format ${FORMAT}, ${versions}`;
  const hash = createHash('sha256').update(all).digest('hex');
  return { folder: join(resolve(cache), `${name}-${hash.slice(0, NAME_DIGITS)}`), versions: all };
}
