import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Code of the error when a file system takes no new folders. */
export const NO_FOLDERS = 'ENOFOLDERS';

/**
 * Makes a folder and those around it that are missing. Node's own recursive way never ends where the system says
 * `ENOENT` to a new folder in one that is there, as in `/proc`.
 *
 * @param path absolute
 * @throws the system's error
 */
export function makeFolders(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.push(at);
  for (const each of missing.reverse()) makeFolder(each);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (existsSync(path)) return;
    // With the folder around it there, `ENOENT` is the answer of a file system such as `/proc`.
    if (!isSystemError(error) || error.code !== 'ENOENT' || !existsSync(dirname(path))) throw error;
    throw Object.assign(new Error(NO_FOLDERS, { cause: error }), { code: NO_FOLDERS, syscall: 'mkdir' });
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
