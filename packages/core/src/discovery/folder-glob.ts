/** A glob for one folder. Globs have no escapes: a special character is written as a character class. */
export function folderGlob(path: string): string {
  return `/${path.replace(/[*?{}[\]]/g, '[$&]').replaceAll('\\', '?')}/`;
}
