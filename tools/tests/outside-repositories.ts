import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The first of the folders that is in no Git repository: a scan follows the ignore rules of the repositories above it.
 *
 * @throws if there is none
 */
export function outsideRepositories(folders: readonly string[]): string {
  const found = folders.find((folder) => existsSync(folder) && !isInRepository(folder));
  if (found === undefined)
    throw new Error(`${folders.join(' and ')} are in a Git repository; set TMPDIR to another folder`);
  return found;
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}
