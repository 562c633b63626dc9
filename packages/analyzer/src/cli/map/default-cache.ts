import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import { cacheFailure } from '@analyzer/core/parse/cache/failure.ts';
import { makeFolders } from '@analyzer/core/parse/cache/make-folders.ts';
import { visible } from '@analyzer/core/render/visible.ts';

/** Only the user may read and write it. */
const PRIVATE = 0o700;
const PERMISSIONS = 0o777;

/** The default parse cache, or the reason why there is none. */
export type DefaultCache = { folder: string } | { folder?: never; reason: string };

/**
 * Opens the parse cache that `map` uses with the portable engine unless the user names one. It belongs to the user and not
 * to a project: a project could ship a cache with false facts.
 *
 * @param mapped folders of the map; a cache that is one of them, or contains one, is not used
 */
export function openDefaultCache(mapped: readonly string[]): DefaultCache {
  const folder = join(cacheHome(), 'analyzer');
  const reason = reasonAgainst(folder, mapped);
  return reason === undefined ? { folder } : { reason: `${folder}: ${reason}` };
}

/** The line for the user with the path of the cache, or the reason why there is none. */
export function defaultCacheNote(cache: DefaultCache): string {
  return cache.folder === undefined
    ? `No parse cache: ${visible(cache.reason)}. Name another folder with --cache-dir.`
    : `Parse cache: ${visible(cache.folder)}; --no-cache turns it off.`;
}

/** Defined by the XDG Base Directory Specification, which ignores relative paths. */
function cacheHome(): string {
  const home = process.env.XDG_CACHE_HOME;
  return home !== undefined && isAbsolute(home) ? home : join(homedir(), '.cache');
}

function reasonAgainst(folder: string, mapped: readonly string[]): string | undefined {
  try {
    makeFolders(folder, PRIVATE);
    return reasonAgainstFolder(lstatSync(folder)) ?? reasonAgainstPath(realpathSync(folder), mapped);
  } catch (error) {
    return cacheFailure(error).reason;
  }
}

function reasonAgainstFolder(found: Stats): string | undefined {
  if (found.isSymbolicLink()) return 'it is a symbolic link';
  if (!found.isDirectory()) return 'it is not a folder';
  const user = process.getuid?.();
  // Windows has neither.
  if (user === undefined) return undefined;
  if (found.uid !== user) return 'it belongs to another user';
  const permissions = found.mode & PERMISSIONS;
  return permissions === PRIVATE ? undefined : `its permissions are ${permissions.toString(8)}, not 700`;
}

function reasonAgainstPath(folder: string, mapped: readonly string[]): string | undefined {
  const isInside = mapped
    .filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined)
    .some((path) => `${realpathSync(path)}${sep}`.startsWith(folder + sep));
  return isInside ? 'it contains a folder of the map' : undefined;
}
