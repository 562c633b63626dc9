import { folderOf, follow, inFolder } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { pythonFolders } from '../settings/python-folders.ts';
import type { Settings } from '../settings/settings.ts';
import { findModule } from './python-modules.ts';
import { PythonProjects } from './python-projects.ts';

const MARKERS = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** The folders in which the absolute imports of a file are searched. */
export class PythonRoots {
  /** Of every file: the scanned folder, its source folders and the given source roots. */
  readonly shared: readonly string[];
  readonly #files: ProjectFiles;
  readonly #settings: Settings;
  readonly #projects: PythonProjects;
  readonly #own = new Map<string, readonly string[]>();
  readonly #project = new Map<string, string>();
  /** Roots of all projects by a name of a module or folder in them. */
  readonly #having = new Map<string, readonly { project: string; root: string }[]>();

  constructor(files: ProjectFiles, settings: Settings, sourceRoots: readonly string[]) {
    this.#files = files;
    this.#settings = settings;
    this.#projects = new PythonProjects(settings);
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
      else if (this.#isProject(folder)) roots = this.#rootsOf(folder);
      else roots = this.own(folderOf(folder));
      this.#own.set(folder, roots);
    }
    return roots;
  }

  /** Of the other projects that the nearest project requires, those with a module or folder of a name. */
  required(folder: string, name: string): readonly string[] {
    const required = this.#projects.required(this.#projectOf(folder));
    return this.#rootsHaving(name, (it) => required.has(it));
  }

  /** The same of projects that it does not require. */
  others(folder: string, name: string): readonly string[] {
    const project = this.#projectOf(folder);
    const required = this.#projects.required(project);
    return this.#rootsHaving(name, (it) => it !== project && it !== '' && !required.has(it));
  }

  /** Those of them that are members of the uv workspace of the nearest project. */
  neighbors(folder: string, name: string): readonly string[] {
    const project = this.#projectOf(folder);
    const required = this.#projects.required(project);
    const members = this.#projects.workspace(project);
    return this.#rootsHaving(name, (it) => it !== project && members.has(it) && !required.has(it));
  }

  /** Whether a name is a namespace package below a source folder of the nearest project, so that others can continue it. */
  isShared(folder: string, name: string): boolean {
    const project = this.#projectOf(folder);
    return this.own(folder).some((it) => it !== project && findModule(this.#files, it, [name]).kind === 'namespace');
  }

  #rootsHaving(name: string, isWanted: (project: string) => boolean): readonly string[] {
    let having = this.#having.get(name);
    if (having === undefined) {
      having = this.#projects.folders().flatMap((project) => {
        const roots = this.own(project).length > 0 ? this.own(project) : this.#rootsOf(project);
        const found = roots.filter((root) => findModule(this.#files, root, [name]).kind !== 'missing');
        return found.map((root) => ({ project, root }));
      });
      this.#having.set(name, having);
    }
    return having.filter(({ project }) => isWanted(project)).map(({ root }) => root);
  }

  /** The folder of the nearest project, the root without one. */
  #projectOf(folder: string): string {
    let project = this.#project.get(folder);
    if (project === undefined) {
      project = folder === '' || this.#isProject(folder) ? folder : this.#projectOf(folderOf(folder));
      this.#project.set(folder, project);
    }
    return project;
  }

  #isProject(folder: string): boolean {
    return MARKERS.some((it) => this.#files.has(inFolder(folder, it)));
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
