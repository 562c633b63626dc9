import { folderOf, follow, inFolder } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { foldersAroundPackages, pythonFolders } from '../settings/python-folders.ts';
import type { Settings } from '../settings/settings.ts';
import { findModule } from './python-modules.ts';
import { PythonProjects } from './python-projects.ts';

const MARKERS = ['pyproject.toml', 'setup.py', 'setup.cfg'];
/** Maximum number of folders of one project: each is searched for each of its imports. */
const MAX_ROOTS = 256;

/** The folders in which the absolute imports of a file are searched. */
export class PythonRoots {
  /** Of every file: the scanned folder, its source folders and the given source roots. */
  readonly shared: readonly string[];
  /** Folders around a package that a project installs without them. */
  readonly around: ReadonlySet<string>;
  readonly #files: ProjectFiles;
  readonly #settings: Settings;
  readonly #projects: PythonProjects;
  readonly #own = new Map<string, readonly string[]>();
  readonly #project = new Map<string, string>();
  /** Of each root, the projects that have it, with the position of the pair in the order of projects and their roots. */
  #owners: ReadonlyMap<string, readonly Owner[]> | undefined;
  /** Roots of all projects by a name of a module or folder in them. */
  readonly #having = new Map<string, readonly string[]>();

  constructor(files: ProjectFiles, settings: Settings, sourceRoots: readonly string[]) {
    this.#files = files;
    this.#settings = settings;
    this.#projects = new PythonProjects(settings);
    this.around = new Set(this.#projects.folders.flatMap((it) => this.#written(it, foldersAroundPackages)));
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
    return this.own(folder).some(
      (it) => it !== project && findModule(this.#files, it, [name], this.around).kind === 'namespace',
    );
  }

  /** In the order of the projects, each once. */
  #rootsHaving(name: string, isWanted: (project: string) => boolean): readonly string[] {
    this.#owners ??= this.#ownersOfRoots();
    const owners = this.#owners;
    let having = this.#having.get(name);
    if (having === undefined) {
      having = this.#files.pythonFoldersWith(name).filter((it) => owners.has(it));
      this.#having.set(name, having);
    }
    const found = having.flatMap((root) => {
      const owner = owners.get(root)?.find(({ project }) => isWanted(project));
      return owner === undefined ? [] : [{ root, position: owner.position }];
    });
    return found.sort((a, b) => a.position - b.position).map(({ root }) => root);
  }

  #ownersOfRoots(): Map<string, Owner[]> {
    const owners = new Map<string, Owner[]>();
    let position = 0;
    for (const project of this.#projects.folders) {
      const own = this.own(project);
      for (const root of own.length > 0 ? own : this.#rootsOf(project)) {
        const owner = { project, position: position++ };
        const others = owners.get(root);
        if (others === undefined) owners.set(root, [owner]);
        else others.push(owner);
      }
    }
    return owners;
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
    const roots = [...new Set([folder, inFolder(folder, 'src'), ...this.#written(folder, pythonFolders)])];
    if (roots.length > MAX_ROOTS) this.#projects.report(folder, `has more than ${MAX_ROOTS} folders of packages`);
    return roots.slice(0, MAX_ROOTS);
  }

  /** Folders that the settings of a project name. */
  #written(project: string, foldersOf: typeof pythonFolders): string[] {
    const [pyproject, setupCfg] = ['pyproject.toml', 'setup.cfg'].map((it) =>
      this.#settings.value(inFolder(project, it)),
    );
    return foldersOf(pyproject, setupCfg).flatMap((it) => follow(project, it) ?? []);
  }
}

interface Owner {
  project: string;
  position: number;
}
