import { createHash, type Hash } from 'node:crypto';
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { readChecked } from '../checked-file.ts';
import { pause } from '../pause.ts';

/** Larger files are compared byte by byte only. */
const LARGEST_TEXT = 16 * 1024 * 1024;

/** The content is the one of the commit. */
export const COMMITTED = 'committed';

/**
 * `COMMITTED` if the content of a file is the blob, else its SHA-256; null if there is no file. Filters of the
 * repository do not run.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function contentOf(
  root: string,
  path: string,
  blob: string | undefined,
  signal?: AbortSignal,
): Promise<string | null> {
  const stats = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isSymbolicLink()) return hashOf(Buffer.from(readlinkSync(`${root}/${path}`)), blob);
  if (stats.isDirectory()) return blob === undefined ? folderMark(root, path) : null;
  return fileContent(root, path, stats, blob, signal);
}

async function fileContent(
  root: string,
  path: string,
  { size }: Stats,
  blob: string | undefined,
  signal?: AbortSignal,
): Promise<string | null> {
  const object = blobHash(size, blob);
  const read = await readChecked(root, path, Number.MAX_SAFE_INTEGER, (piece) => object.update(piece), signal);
  await pause(signal);
  // Git does not follow a folder that became a link either.
  if ('problem' in read) return null;
  if (object.digest('hex') === blob) return COMMITTED;
  if (blob !== undefined && size <= LARGEST_TEXT) {
    const pieces: Buffer[] = [];
    await readChecked(root, path, LARGEST_TEXT, (piece) => pieces.push(Buffer.from(piece)), signal);
    // As Git checks out text with `core.autocrlf`.
    const text = Buffer.from(Buffer.concat(pieces).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    if (blobHash(text.length, blob).update(text).digest('hex') === blob) return COMMITTED;
  }
  return read.sha256;
}

function hashOf(content: Buffer, blob: string | undefined): string {
  if (blobHash(content.length, blob).update(content).digest('hex') === blob) return COMMITTED;
  return createHash('sha256').update(content).digest('hex');
}

/** A folder in the list of files is a repository or submodule: what it contains is not compared. */
function folderMark(root: string, path: string): string | null {
  const isRepository = lstatSync(`${root}/${path}/.git`, { throwIfNoEntry: false }) !== undefined;
  return isRepository ? createHash('sha256').update('repository').digest('hex') : null;
}

/** Object ids are SHA-1, or SHA-256 in repositories with that format. */
export function blobHash(size: number, blob: string | undefined): Hash {
  return createHash(blob?.length === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`);
}
