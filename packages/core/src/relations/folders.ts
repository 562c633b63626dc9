/** The folders of a path from the innermost one to the root, which is the empty path. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1))
    folders.push(path.slice(0, end));
  return [...folders, ''];
}

/** 0 for the root. */
export function depthOf(folder: string): number {
  return foldersOf(folder).length - (folder === '' ? 1 : 0);
}

/** Whether a path is in a folder, or in one in it. */
export function isIn(path: string, folder: string): boolean {
  return folder === '' ? path !== '' : path.startsWith(`${folder}/`);
}

/** Whether a folder is another one, or is in it. */
export function isInOrSame(path: string, folder: string): boolean {
  return path === folder || isIn(path, folder);
}

/** The path of a file from a folder that has it. */
export function relativeTo(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

/** The name of a file up to its first dot. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}

/** The lines of the files in each folder. */
export class FolderLines {
  readonly #lines = new Map<string, number>();

  constructor(files: readonly { path: string; lines: number }[]) {
    for (const { path, lines } of files) {
      for (const folder of foldersOf(path)) this.#lines.set(folder, (this.#lines.get(folder) ?? 0) + lines);
    }
  }

  /** Of the files of a folder without those of another one, if that is in it. */
  without(folder: string, other: string): number {
    return (this.#lines.get(folder) ?? 0) - (isIn(other, folder) ? (this.#lines.get(other) ?? 0) : 0);
  }
}
