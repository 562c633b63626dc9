import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { failureOf } from './failure.ts';
import { showText } from './names.ts';

export interface Root {
  /** Absolute path for the file system; never part of output. */
  location: string;
  /** Name of the folder, without its path. */
  name: string;
}

/**
 * The folder to scan. A link to a folder that the user named is followed; a single file is refused, since relations
 * between files would be missing.
 *
 * @param path as the user wrote it
 * @throws {AnalyzerError} `not_found`, `unreadable`, or `usage` for a path that is not a folder
 */
export function openRoot(path: string): Root {
  const location = resolve(path);
  try {
    if (!statSync(location).isDirectory()) {
      throw new AnalyzerError(
        'usage',
        { problem: `${path} is not a folder` },
        { hint: `Scan its folder: ${dirname(path)}` },
      );
    }
    accessSync(location, constants.R_OK | constants.X_OK);
    return { location, name: basename(showText(realpathSync.native(location, 'buffer'))) || '/' };
  } catch (error) {
    if (error instanceof AnalyzerError) throw error;
    const { code, reason } = failureOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new AnalyzerError('not_found', { what: 'folder', name: path });
    throw new AnalyzerError('unreadable', { path, reason }, { cause: error });
  }
}
