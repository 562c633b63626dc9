import { closeSync, fstatSync, lstatSync } from 'node:fs';
import { failureOf } from './failure.ts';
import { locate, type TreePath } from './location.ts';
import { openToRead } from './read.ts';
import { readUpTo } from './read-fully.ts';

export const NOT_A_FILE = 'not a regular file';
const THROUGH_A_LINK = 'its folder is not a folder';

/** @param limit in bytes */
export function tooLarge(limit: number): string {
  return `larger than ${limit} bytes`;
}

/**
 * Reads the first bytes of a regular file below a root. Follows no links, neither of the file nor of a folder on its
 * path, and does not block on a FIFO.
 *
 * @param root absolute
 * @returns the error text if it is not a regular file or can not be read; undefined if there is no such file
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
