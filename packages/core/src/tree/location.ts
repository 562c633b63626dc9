import type { ShownName } from './names.ts';

/** A path for the file system: bytes if it is not UTF-8. */
export type Location = string | Buffer;

/** A path relative to the root, and its bytes if they are not UTF-8. */
export interface TreePath {
  /** As displayed, `/` as separator. */
  path: string;
  /** Absent if the displayed path is the exact path. */
  raw?: Buffer;
}

/** @param root absolute path */
export function locate(root: string, { path, raw }: TreePath): Location {
  if (raw) return Buffer.concat([Buffer.from(`${root}/`), raw]);
  return path === '' ? root : `${root}/${path}`;
}

/** @returns the path relative to a folder that contains the root, at this path below it; empty for the root itself */
export function withPrefix(prefix: string, { path, raw }: TreePath): TreePath {
  if (prefix === '') return raw ? { path, raw } : { path };
  if (path === '') return { path: prefix };
  return { path: `${prefix}/${path}`, ...(raw && { raw: Buffer.concat([Buffer.from(`${prefix}/`), raw]) }) };
}

export function childPath(parent: TreePath, name: Buffer, shown: ShownName): TreePath {
  const path = parent.path === '' ? shown.name : `${parent.path}/${shown.name}`;
  if (!parent.raw && !shown.lossy) return { path };
  const above = parent.raw ?? Buffer.from(parent.path);
  return { path, raw: parent.path === '' ? name : Buffer.concat([above, Buffer.from('/'), name]) };
}
