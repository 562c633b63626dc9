/** The part of a project that is listed again: the folders that contain changed paths, and everything below these paths. */
export class Scope {
  readonly #paths: ReadonlySet<string>;
  readonly #folders = new Set<string>(['']);

  /** @param paths changed paths, relative to the root */
  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
    for (const path of this.#paths) for (const folder of foldersAbove(path)) this.#folders.add(folder);
  }

  /** Whether a path is listed again if it exists. */
  has(path: string): boolean {
    return this.#folders.has(path.slice(0, Math.max(0, path.lastIndexOf('/')))) || this.isChanged(path);
  }

  /** Whether a directory is listed again. */
  enters(directory: string): boolean {
    return this.#folders.has(directory) || this.isChanged(directory);
  }

  /** Whether a path has changed, or is below a changed path. */
  isChanged(path: string): boolean {
    return this.#paths.has(path) || foldersAbove(path).some((folder) => this.#paths.has(folder));
  }
}

/** From the nearest to the farthest, without the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.push(path.slice(0, at));
  return folders;
}
