import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { makeFolders } from '#parse/cache/make-folders.ts';
import { failureOf } from '#tree/failure.ts';

const HINT = 'Use a separate folder, such as .analyzer/cache.';

/**
 * Path of the folder of a parse cache. It is created if it does not exist, so that the first scan excludes the same
 * paths as the second one; if that fails there is nothing to exclude, and the cache itself reports it.
 *
 * @param root of the scan, absolute
 * @param cacheDir as the user wrote it
 * @returns its path relative to the root, `/` as separator; undefined if it is elsewhere
 * @throws {AnalyzerError} `usage` for an empty path, the root itself and every folder that contains it
 */
export function cachePathBelow(root: string, cacheDir: string): string | undefined {
  if (cacheDir === '') throw new AnalyzerError('usage', { problem: '--cache-dir has no name' }, { hint: HINT });
  const below = relative(realpathSync(root), locationOf(cacheDir)).split(sep).join('/');
  if (below === '') throw refused(cacheDir, 'is the scanned folder');
  if (/^(\.\.\/)*\.\.$/.test(below)) throw refused(cacheDir, 'contains the scanned folder');
  return below.startsWith('../') ? undefined : below;
}

function locationOf(cacheDir: string): string {
  const location = resolve(cacheDir);
  try {
    makeFolders(location);
    return realpathSync(location);
  } catch (error) {
    failureOf(error);
    return location;
  }
}

function refused(cacheDir: string, problem: string): AnalyzerError {
  return new AnalyzerError('usage', { problem: `--cache-dir ${cacheDir} ${problem}` }, { hint: HINT });
}
