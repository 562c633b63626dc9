import { folderOf, follow, inFolder } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { pythonFolders } from '../settings/python-folders.ts';
import type { Settings } from '../settings/settings.ts';

const MARKERS = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** The folders in which the absolute imports of a file are searched. */
export class PythonRoots {
  /** Of every file: the scanned folder, its source folders and the given source roots. */
  readonly shared: readonly string[];
  readonly #files: ProjectFiles;
  readonly #settings: Settings;
  readonly #own = new Map<string, readonly string[]>();

  constructor(files: ProjectFiles, settings: Settings, sourceRoots: readonly string[]) {
    this.#files = files;
    this.#settings = settings;
    const roots = new Set(this.#rootsOf(''));
    for (const written of sourceRoots) {
      const root = follow('', written);
      if (root !== undefined) roots.add(root);
    }
    this.shared = [...roots];
  }

  /** Of the nearest Python project below the scanned folder that a folder is in; they come before the shared ones. */
  own(folder: string): readonly string[] {
    let roots = this.#own.get(folder);
    if (roots === undefined) {
      if (folder === '') roots = [];
      else if (MARKERS.some((it) => this.#files.has(inFolder(folder, it)))) roots = this.#rootsOf(folder);
      else roots = this.own(folderOf(folder));
      this.#own.set(folder, roots);
    }
    return roots;
  }

  #rootsOf(folder: string): string[] {
    const roots = new Set([folder, inFolder(folder, 'src')]);
    const [pyproject, setupCfg] = ['pyproject.toml', 'setup.cfg'].map((it) =>
      this.#settings.value(inFolder(folder, it)),
    );
    for (const written of pythonFolders(pyproject, setupCfg)) {
      const root = follow(folder, written);
      if (root !== undefined) roots.add(root);
    }
    return [...roots];
  }
}
