/** The folder a project path stands in; the empty string is the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** A name in a folder. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * Follows a written path from a folder: empty parts and `.` stay, `..` climbs.
 *
 * @returns the project path, the empty string for the root; undefined when it climbs above the root
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
