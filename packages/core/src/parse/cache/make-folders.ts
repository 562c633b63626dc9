import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Error code of a file system that does not allow new folders. */
export const NO_FOLDERS = 'ENOFOLDERS';

/**
 * Creates a folder and its missing parents. Node's recursive `mkdir` does not terminate if the system reports `ENOENT`
 * for a new folder in an existing one, as in `/proc`.
 *
 * @param path absolute path
 * @param mode of created folders, before the umask
 * @throws the system's error
 */
export function makeFolders(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.push(at);
  for (const each of missing.reverse()) makeFolder(each, mode);
}

function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (existsSync(path)) return;
    // `ENOENT` although the parent exists: a file system such as `/proc`.
    if (!isSystemError(error) || error.code !== 'ENOENT' || !existsSync(dirname(path))) throw error;
    throw Object.assign(new Error(NO_FOLDERS, { cause: error }), { code: NO_FOLDERS, syscall: 'mkdir' });
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
