import { folderOf } from './paths.ts';

/** The project's regular files and their folders, for path look-ups. */
export class ProjectFiles {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>(['']);
  readonly #python = new Set<string>();
  #stems: Set<string> | undefined;
  /** Paths by file name. */
  #names: Map<string, string[]> | undefined;
  readonly #endings = new Map<string, string[]>();
  #pythonNames: Map<string, Set<string>> | undefined;

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

  /** In their order. */
  paths(): Iterable<string> {
    return this.#files;
  }

  /** Whether a file has this path plus one or more extensions. */
  isStem(path: string): boolean {
    this.#stems ??= stemsOf(this.#files);
    return this.#stems.has(path);
  }

  /** At most three files whose path is `suffix` or ends with it after a slash. */
  endingWith(suffix: string): readonly string[] {
    let found = this.#endings.get(suffix);
    if (found !== undefined) return found;
    this.#names ??= byName(this.#files);
    found = [];
    for (const path of this.#names.get(lastSegment(suffix)) ?? []) {
      if (path === suffix || path.endsWith(`/${suffix}`)) found.push(path);
      if (found.length === 3) break;
    }
    this.#endings.set(suffix, found);
    return found;
  }

  /** Whether a folder contains a file, at any depth. */
  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Whether a folder contains Python source, at any depth. */
  holdsPython(folder: string): boolean {
    return this.#python.has(folder);
  }

  /** The folders that directly contain a Python module, or a folder with Python source, of this name. */
  pythonFoldersWith(name: string): readonly string[] {
    this.#pythonNames ??= this.#foldersByPythonName();
    return [...(this.#pythonNames.get(name) ?? [])];
  }

  #foldersByPythonName(): Map<string, Set<string>> {
    const names = new Map<string, Set<string>>();
    const add = (path: string) => {
      const name = lastSegment(path);
      const folders = names.get(name);
      if (folders === undefined) names.set(name, new Set([folderOf(path)]));
      else folders.add(folderOf(path));
    };
    for (const folder of this.#python) add(folder);
    for (const path of this.#files) if (/\.pyi?$/.test(path)) add(path.replace(/\.pyi?$/, ''));
    return names;
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

function byName(paths: Iterable<string>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const path of paths) {
    const name = lastSegment(path);
    const same = names.get(name);
    if (same === undefined) names.set(name, [path]);
    else same.push(path);
  }
  return names;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
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
