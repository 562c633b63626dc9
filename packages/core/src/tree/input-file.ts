import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { failureOf } from './failure.ts';
import { readUpTo } from './read-fully.ts';

/** Error code of a symbolic link that must not be followed. */
const LINK = 'ELOOP';
/** Error code of a socket, or of a device without a driver. */
const NO_DEVICE = 'ENXIO';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'input or output error',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long for the system',
  ENOTDIR: 'its folder is not a folder',
};

interface InputOptions {
  /** Largest number of bytes to read; a file may have more. */
  limit: number;
  /** Follow a symbolic link: for a path that the user named, not for a default name in a project. */
  follow: boolean;
}

/**
 * Reads an input file of this program. It opens without blocking and reads regular files only, so that FIFOs and
 * devices neither block the program nor are read.
 *
 * @param path as the user wrote it
 * @returns the first bytes; undefined if there is no such file
 * @throws {AnalyzerError} `unreadable`
 */
export function readInputFile(path: string, { limit, follow }: InputOptions): Buffer | undefined {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (follow ? 0 : constants.O_NOFOLLOW);
  try {
    const file = openSync(resolve(path), flags);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw refused(path, kindOf(stats));
      return readUpTo(file, Math.min(limit, Math.max(stats.size, 0) + 1));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof AnalyzerError) throw error;
    const { code, reason } = failureOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === LINK && !follow) {
      throw new AnalyzerError(
        'unreadable',
        { path, reason: 'it is a symbolic link' },
        { hint: 'Name the file that it leads to.', cause: error },
      );
    }
    if (code === NO_DEVICE) throw refused(path, 'it is a socket or a device');
    throw new AnalyzerError('unreadable', { path, reason: REASONS[code] ?? reason }, { cause: error });
  }
}

function refused(path: string, reason: string): AnalyzerError {
  return new AnalyzerError('unreadable', { path, reason }, { hint: 'Name a regular file.' });
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'it is a folder';
  if (stats.isFIFO()) return 'it is a FIFO';
  return stats.isSocket() ? 'it is a socket' : 'it is a device';
}
