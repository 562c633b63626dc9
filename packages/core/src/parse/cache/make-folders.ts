import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

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
    if (!existsSync(path)) throw error;
  }
}
