import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { failureOf } from '../failure.ts';
import type { TreePath } from '../location.ts';
import { showText } from '../names.ts';
import { readStart } from '../read-start.ts';
import type { EntryKind, TreeSource } from '../source.ts';

export const GIT_FOLDER = '.git';

/** A file of Git, which may be outside of the source. */
export interface GitFile {
  /** As displayed: the path below the source that it has or would have in `.git`. */
  shown: string;
  /** As `TreeSource.readStart`. */
  read(limit: number): Buffer | string | undefined;
}

/** The files of Git of one work tree. */
export interface GitFiles {
  index: GitFile;
  exclude: GitFile;
}

/** Bytes of a file that names a folder of Git. */
const MAX_LINK_LENGTH = 4096;
/** Bytes of the settings of a submodule. */
const MAX_CONFIG_LENGTH = 64 * 1024;
const NO_FOLDER = 'it does not name a folder of Git';
const OUTSIDE =
  'it names a folder of Git that is missing or of another work tree; the index and info/exclude are not read (git worktree repair fixes a moved one)';

/**
 * The files of Git of the work tree in a directory with an entry `.git`. A file `.git`, as in a linked worktree or a
 * submodule, is followed out of the source if the folder that it names belongs to this work tree.
 *
 * @returns the reason if a file `.git` cannot be used
 */
export function gitFilesOf(source: TreeSource, directory: TreePath, kind: EntryKind): GitFiles | string {
  const link = below(directory, GIT_FOLDER);
  const own = inSource(source);
  if (kind === 'directory') return { index: own(below(link, 'index')), exclude: own(below(link, 'info/exclude')) };
  const bytes = source.readStart(link, MAX_LINK_LENGTH + 1);
  if (bytes === undefined || typeof bytes === 'string') return bytes ?? NO_FOLDER;
  const written = /^gitdir: ([^\n\0]+)\n*$/.exec(bytes.toString('latin1'))?.[1];
  if (written === undefined) return NO_FOLDER;
  const inside = written.startsWith('/') ? undefined : resolveBytes(bytesOf(directory), written);
  if (inside !== undefined) {
    const git = pathOf(inside);
    const common = source.readStart(below(git, 'commondir'), MAX_LINK_LENGTH);
    const shared = common instanceof Buffer ? resolveBytes(inside, lineOf(common, 'latin1')) : inside;
    return { index: own(below(git, 'index')), exclude: own(below(pathOf(shared ?? inside), 'info/exclude')) };
  }
  if (source.location === undefined) return OUTSIDE;
  const found = linkedFolder(resolve(source.location, directory.path), Buffer.from(written, 'latin1').toString());
  if (found === undefined) return OUTSIDE;
  const outside = (root: string, name: string): GitFile => ({
    shown: below(link, name).path,
    read: (limit) => readStart(root, { path: name }, limit),
  });
  return { index: outside(found.git, 'index'), exclude: outside(found.common, 'info/exclude') };
}

/** @returns undefined unless the folder says that it belongs to this work tree, so that no other folder is read */
function linkedFolder(workTree: string, written: string): { git: string; common: string } | undefined {
  try {
    const git = realpathSync.native(resolve(workTree, written));
    const link = readStart(git, { path: 'gitdir' }, MAX_LINK_LENGTH);
    const owner = link instanceof Buffer ? dirname(resolve(git, lineOf(link))) : configuredWorkTree(git);
    if (owner === undefined || realpathSync.native(owner) !== realpathSync.native(workTree)) return undefined;
    const common = readStart(git, { path: 'commondir' }, MAX_LINK_LENGTH);
    return { git, common: common instanceof Buffer ? resolve(git, lineOf(common)) : git };
  } catch (error) {
    failureOf(error);
    return undefined;
  }
}

/** The work tree of a submodule. */
function configuredWorkTree(git: string): string | undefined {
  const config = readStart(git, { path: 'config' }, MAX_CONFIG_LENGTH);
  const written = config instanceof Buffer ? /^[ \t]*worktree = ([^\n"]+)$/m.exec(config.toString())?.[1] : undefined;
  return written === undefined ? undefined : resolve(git, written);
}

function inSource(source: TreeSource): (at: TreePath) => GitFile {
  return (at) => ({ shown: at.path, read: (limit) => source.readStart(at, limit) });
}

function lineOf(bytes: Buffer, encoding: 'latin1' | 'utf8' = 'utf8'): string {
  return bytes.toString(encoding).replace(/\n+$/, '');
}

/** One character for each byte. */
export function bytesOf({ path, raw }: TreePath): string {
  return (raw ?? Buffer.from(path)).toString('latin1');
}

function pathOf(bytes: string): TreePath {
  const raw = Buffer.from(bytes, 'latin1');
  const path = showText(raw);
  return Buffer.from(path).equals(raw) ? { path } : { path, raw };
}

/** @returns undefined for a path above the root */
function resolveBytes(directory: string, relative: string): string | undefined {
  const names = directory === '' ? [] : directory.split('/');
  for (const name of relative.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join('/');
}

/** @param names below the directory */
export function below({ path, raw }: TreePath, names: string): TreePath {
  if (path === '') return { path: names };
  return { path: `${path}/${names}`, ...(raw && { raw: Buffer.concat([raw, Buffer.from(`/${names}`)]) }) };
}
