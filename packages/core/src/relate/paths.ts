/** The folder of a project path; the empty string is the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Joins a folder and a name. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * Resolves a relative path from a folder: empty parts and `.` have no effect, `..` goes up.
 *
 * @returns the project path, the empty string for the root; undefined when it leaves the root
 */
export function follow(folder: string, written: string): string | undefined {
  let at = folder;
  for (const part of written.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at === '') return undefined;
      at = folderOf(at);
    } else {
      at = inFolder(at, part);
    }
  }
  return at;
}
