import { realpathSync } from 'node:fs';
import type { TreePath } from './location.ts';

const SLASH = 0x2f;

/**
 * The target of a symbolic link, relative to the folder of the link; undefined if it leaves the root, even if it
 * returns. Decided by the text alone: the link is not followed.
 *
 * @param target as stored in the link
 * @param root absolute path of the root; undefined if the root is not a folder on disk
 */
export function targetInside(target: Buffer, link: TreePath, root: string | undefined): Buffer | undefined {
  const folders = (link.raw ?? Buffer.from(link.path)).filter((byte) => byte === SLASH).length;
  if (target[0] !== SLASH) return staysInside(target, folders) ? target : undefined;
  const below = pathBelow(target, root);
  if (below === undefined || !staysInside(below, 0)) return undefined;
  const relative = Buffer.concat([Buffer.from('../'.repeat(folders)), below]);
  return relative.length === 0 ? Buffer.from('.') : relative;
}

/** The part of an absolute path after the root, by the user's path and by the real path of the root. */
function pathBelow(path: Buffer, root: string | undefined): Buffer | undefined {
  if (root === undefined) return undefined;
  for (const name of [Buffer.from(root), realpathSync.native(root, 'buffer')]) {
    const folder = name.length === 1 ? Buffer.alloc(0) : name;
    const isBelow = path.length === folder.length || path[folder.length] === SLASH;
    if (isBelow && path.subarray(0, folder.length).equals(folder)) return path.subarray(folder.length + 1);
  }
  return undefined;
}

/** @param depth number of folders between the root and the start of the path */
function staysInside(path: Buffer, depth: number): boolean {
  let at = depth;
  for (const name of path.toString('latin1').split('/')) {
    if (name === '..') at--;
    else if (name !== '' && name !== '.') at++;
    if (at < 0) return false;
  }
  return true;
}
