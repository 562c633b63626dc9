import { accessSync, constants, statfsSync, statSync } from 'node:fs';

/** Folders in which SQLite creates temporary files, in order of preference (sqlite.org/tempfiles.html). */
function candidates(): (string | undefined)[] {
  return [process.env.SQLITE_TMPDIR, process.env.TMPDIR, '/var/tmp', '/usr/tmp', '/tmp'];
}

/** The folder in which SQLite writes temporary files. */
export function temporaryFolder(): string {
  return candidates().find((path) => path !== undefined && isWritableFolder(path)) ?? '.';
}

/** @returns free bytes for unprivileged programs; undefined if the system does not report it */
export function freeSpace(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
