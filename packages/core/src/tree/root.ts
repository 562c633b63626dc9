import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { failureOf } from './failure.ts';
import { showText } from './names.ts';

export interface Root {
  /** Absolute, for the file system only; never shown. */
  location: string;
  /** The folder's own name, without its place. */
  name: string;
}

/**
 * The folder to scan. A link to a folder, chosen by a person, is followed; one file alone is refused, since what
 * relates files would be missing.
 *
 * @param path as a person wrote it
 * @throws {AnalyzerError} `not_found`, `unreadable`, or `usage` for what is not a folder
 */
export function openRoot(path: string): Root {
  const location = resolve(path);
  try {
    if (!statSync(location).isDirectory()) {
      throw new AnalyzerError(
        'usage',
        { problem: `${path} is not a folder` },
        { hint: `Scan the folder it is in: ${dirname(path)}` },
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
