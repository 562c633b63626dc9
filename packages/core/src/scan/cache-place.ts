import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { makeFolders } from '#parse/cache/make-folders.ts';
import { failureOf } from '#tree/failure.ts';

const HINT = 'Use a separate folder, such as .analyzer/cache.';

/**
 * Where the folder of a parse cache is. It is made when it is not there, so that the first scan leaves out the same
 * paths as the second; if it can't be made there is nothing to leave out, and the cache itself reports it.
 *
 * @param root of the scan, absolute
 * @param cacheDir as a person wrote it
 * @returns its path below the root, `/` as separator; nothing when it lies elsewhere
 * @throws {AnalyzerError} `usage` for no name, the root itself and every folder that holds it
 */
export function placeOfCache(root: string, cacheDir: string): string | undefined {
  if (cacheDir === '') throw new AnalyzerError('usage', { problem: '--cache-dir has no name' }, { hint: HINT });
  const below = relative(realpathSync(root), locationOf(cacheDir)).split(sep).join('/');
  if (below === '') throw refused(cacheDir, 'is the scanned folder');
  if (/^(\.\.\/)*\.\.$/.test(below)) throw refused(cacheDir, 'holds the folder that is scanned');
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
