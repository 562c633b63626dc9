import { folderOf } from './paths.ts';

/** The project's regular files and their folders, for path look-ups. */
export class ProjectFiles {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>(['']);
  readonly #python = new Set<string>();
  #stems: Set<string> | undefined;

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      this.#files.add(path);
      addFolders(this.#folders, path);
      if (path.endsWith('.py') || path.endsWith('.pyi')) addFolders(this.#python, path);
    }
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Whether a file has this path plus one or more extensions. */
  isStem(path: string): boolean {
    this.#stems ??= stemsOf(this.#files);
    return this.#stems.has(path);
  }

  /** Whether a folder contains a file, at any depth. */
  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Whether a folder contains Python source, at any depth. */
  holdsPython(folder: string): boolean {
    return this.#python.has(folder);
  }
}

function addFolders(folders: Set<string>, path: string): void {
  let folder = path;
  while (folder !== '') {
    folder = folderOf(folder);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}

function stemsOf(paths: Iterable<string>): Set<string> {
  const stems = new Set<string>();
  for (const path of paths) {
    const name = path.lastIndexOf('/') + 1;
    for (let dot = path.lastIndexOf('.'); dot >= name; dot = dot === 0 ? -1 : path.lastIndexOf('.', dot - 1)) {
      stems.add(path.slice(0, dot));
    }
  }
  return stems;
}
