import type { ShownName } from './names.ts';

/** A path as the file system takes it: bytes where it is not UTF-8. */
export type Location = string | Buffer;

/** A path below the root, and its bytes where they are not UTF-8. */
export interface PlacedPath {
  /** As it is shown, `/` as separator. */
  path: string;
  /** Absent when the path as shown is the very path. */
  raw?: Buffer;
}

/** @param root absolute */
export function locate(root: string, { path, raw }: PlacedPath): Location {
  if (raw) return Buffer.concat([Buffer.from(`${root}/`), raw]);
  return path === '' ? root : `${root}/${path}`;
}

export function placeBelow(parent: PlacedPath, name: Buffer, shown: ShownName): PlacedPath {
  const path = parent.path === '' ? shown.name : `${parent.path}/${shown.name}`;
  if (!parent.raw && !shown.lossy) return { path };
  const above = parent.raw ?? Buffer.from(parent.path);
  return { path, raw: parent.path === '' ? name : Buffer.concat([above, Buffer.from('/'), name]) };
}
