import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { isFolder } from '#tree/folder.ts';
import { BlobReader } from '#tree/git/blob-reader.ts';
import { runGit } from '#tree/git/run-git.ts';
import { fetchCommit } from './git-remote.ts';
import { SOURCE_LIMITS, type SourceLimits } from './limits.ts';
import { NewTree } from './new-tree.ts';
import type { Source } from './source.ts';
import { unpackTar } from './tar.ts';
import { unpackZip } from './zip.ts';

export interface FetchedSource {
  /** Absolute path of the project. */
  folder: string;
  /** The folder is that of the user, not a copy. */
  isOriginal: boolean;
}

/**
 * Brings the files of a source to this machine. Nothing of it is executed, checked out or filtered.
 *
 * @param revision of `revisionOf`
 * @param temporary absolute path of an empty folder
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`; `RefusedSource` for content that is refused
 */
export async function fetchSource(
  source: Source,
  revision: string,
  temporary: string,
  { limits = SOURCE_LIMITS, signal }: { limits?: SourceLimits; signal?: AbortSignal | undefined } = {},
): Promise<FetchedSource> {
  const { kind, location } = source;
  if (kind === 'folder') {
    if (!isFolder(location)) throw new AnalyzerError('not_found', { what: 'folder', name: location });
    return { folder: location, isOriginal: true };
  }
  const files = join(temporary, 'files');
  mkdirSync(files);
  const tree = new NewTree(files, location, limits);
  if (kind === 'archive') await (/\.zip$/i.test(location) ? unpackZip : unpackTar)(location, tree, signal);
  else
    await extractCommit(source, revision, {
      repository: join(temporary, 'repository'),
      tree,
      most: limits.received,
      signal,
    });
  tree.finish();
  return { folder: kind === 'archive' ? onlyFolder(files) : files, isOriginal: false };
}

/** Archives of releases have one folder, which is the project. */
function onlyFolder(files: string): string {
  const [name, ...others] = readdirSync(files);
  if (name === undefined || others.length > 0) return files;
  const inner = join(files, name);
  return lstatSync(inner).isDirectory() ? inner : files;
}

interface Extraction {
  /** Absolute path of a folder that does not exist. */
  repository: string;
  tree: NewTree;
  /** Bytes that git may receive. */
  most: number;
  signal: AbortSignal | undefined;
}

/** `<mode> <type> <object>\t<path>` */
const LISTED = /^(\d{6}) (\w+) ([0-9a-f]+)\t(.+)$/s;

/** Writes the committed bytes. Submodules are omitted: their files are not in the repository. */
async function extractCommit(
  source: Source,
  commit: string,
  { repository, tree, most, signal }: Extraction,
): Promise<void> {
  await fetchCommit(source.location, commit, { repository, most }, signal);
  const { code, stdout } = await runGit(repository, ['ls-tree', '-r', '-z', '--full-tree', commit], signal);
  if (code !== 0) throw tree.refused('', 'git could not list the commit');
  const blobs = new BlobReader(repository);
  try {
    for (const line of stdout.toString('utf8').split('\0')) {
      const [, mode = '', type, object = '', path = ''] = LISTED.exec(line) ?? [];
      if (type !== 'blob') continue;
      signal?.throwIfAborted();
      if (mode === '120000') tree.link(path, await readTarget(blobs, object));
      else await copyBlob(blobs, object, tree.file(path, mode === '100755'));
    }
  } finally {
    await blobs.close();
  }
}

/** Bytes after which a target is too long for any file system. */
const MAX_TARGET = 64 * 1024;

async function readTarget(blobs: BlobReader, object: string): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  await blobs.read(object, (piece) => {
    length += piece.length;
    if (length <= MAX_TARGET) pieces.push(Buffer.from(piece));
  });
  return length <= MAX_TARGET ? Buffer.concat(pieces).toString('utf8') : 'x'.repeat(MAX_TARGET);
}

async function copyBlob(blobs: BlobReader, object: string, file: ReturnType<NewTree['file']>): Promise<void> {
  let failure: unknown;
  try {
    await blobs.read(object, (piece) => {
      // The reader does not expect errors here.
      if (failure !== undefined) return;
      try {
        file.write(piece);
      } catch (error) {
        failure = error;
      }
    });
  } finally {
    file.close();
  }
  if (failure !== undefined) throw failure;
}
