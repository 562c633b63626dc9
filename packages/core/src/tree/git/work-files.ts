import { lstatSync, readlinkSync } from 'node:fs';
import { readChecked } from '../checked-file.ts';
import { blobHash } from './work-content.ts';

/** Receives a blob's bytes in pieces. */
export type Take = (piece: Buffer) => void;

/** A path in a work tree. */
export interface WorkFile {
  /** Absolute path of the root, without links. */
  root: string;
  /** Relative to the root. */
  path: string;
}

/** Files of the work tree that are read instead of blobs, by the id of the blob in hex. */
export type WorkFiles = ReadonlyMap<string, WorkFile>;

/**
 * Reads a file or a symbolic link of the work tree that is a blob, without filters.
 *
 * @param object id of the blob, in hex
 * @param take receives all bytes, in order
 * @returns the size
 * @throws {Error} if the content is not the blob
 */
export async function readWorkFile({ root, path }: WorkFile, object: string, take: Take): Promise<number> {
  const stats = lstatSync(`${root}/${path}`);
  if (stats.isSymbolicLink()) {
    const target = readlinkSync(`${root}/${path}`, 'buffer');
    if (blobHash(target.length, object).update(target).digest('hex') !== object)
      throw new Error('the link has changed');
    take(target);
    return target.length;
  }
  const hash = blobHash(stats.size, object);
  const read = await readChecked(root, path, stats.size, (piece) => {
    hash.update(piece);
    take(Buffer.from(piece));
  });
  if ('problem' in read || hash.digest('hex') !== object) throw new Error('the file has changed');
  return read.bytes;
}
