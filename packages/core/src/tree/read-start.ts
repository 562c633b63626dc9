import { closeSync, fstatSync, lstatSync } from 'node:fs';
import { failureOf } from './failure.ts';
import { locate, type TreePath } from './location.ts';
import { openToRead, readUpTo } from './read.ts';

const NOT_A_FILE = 'not a regular file';
const THROUGH_A_LINK = 'its folder is not a folder';

/**
 * Reads the first bytes of a regular file below a root. Follows no link, also none of the folders on the way, and waits
 * for nobody at the other end of a FIFO.
 *
 * @param root absolute
 * @returns the reason where it is no regular file or can not be read; undefined where there is none
 */
export function readStart(root: string, file: TreePath, limit: number): Buffer | string | undefined {
  try {
    for (let slash = file.path.indexOf('/'); slash >= 0 && !file.raw; slash = file.path.indexOf('/', slash + 1)) {
      if (!lstatSync(`${root}/${file.path.slice(0, slash)}`).isDirectory()) return THROUGH_A_LINK;
    }
    const opened = openToRead(locate(root, file));
    try {
      return fstatSync(opened).isFile() ? readUpTo(opened, limit) : NOT_A_FILE;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    const { code, reason } = failureOf(error);
    if (code === 'ENOENT') return undefined;
    return code === 'ELOOP' || code === 'ENXIO' ? NOT_A_FILE : reason;
  }
}
