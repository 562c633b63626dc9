import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';

/**
 * The absolute path of a program. Programs are started in the folder of a project, so relative paths are resolved here,
 * and relative folders of `PATH` are skipped: they would select a program of the project.
 *
 * @param written path, relative to the working folder, or a name to search in `PATH`
 */
export function findProgram(written: string, path: string | undefined): string | undefined {
  if (written.includes('/')) return isProgram(resolve(written)) ? resolve(written) : undefined;
  const folders = (path ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => resolve(folder, written)).find(isProgram);
}

function isProgram(location: string): boolean {
  try {
    accessSync(location, constants.X_OK);
    return statSync(location).isFile();
  } catch {
    return false;
  }
}
