import { posix } from 'node:path';
import type { Language } from '#relate/imports/javascript/files.ts';
import { JavaScriptImports } from '#relate/imports/javascript/specifier.ts';
import type { ImportRule } from '#relate/imports/rules.ts';
import { folderOf, inFolder } from '#relate/paths.ts';
import { Settings } from '#relate/settings/settings.ts';
import type { Statements } from '../../sqlite/statements.ts';
import type { IndexedFiles } from './indexed-files.ts';
import type { IndexedPackage } from './indexed-packages.ts';
import { type CrossLink, type Linker, linkTo, type UnlinkedImport } from './unlinked-import.ts';

const RULE = 'index-path' satisfies ImportRule;
const ROOTS = 'SELECT project_id, root FROM local_root ORDER BY project_id';

/** Links paths relative to the importing file that lead into the folder of another project. */
export class RelativePaths implements Linker {
  readonly #files: IndexedFiles;
  readonly #packages: readonly IndexedPackage[];
  readonly #roots = new Map<number, string>();
  readonly #projects = new Map<string, number>();
  readonly #javascript = new Map<number, JavaScriptImports>();

  constructor(statements: Statements, files: IndexedFiles, npmPackages: readonly IndexedPackage[]) {
    this.#files = files;
    this.#packages = npmPackages;
    for (const [project, root] of statements.all(
      ROOTS,
      [],
      (row) => [row.integer('project_id'), row.text('root')] as const,
    )) {
      this.#roots.set(project, root);
      this.#projects.set(root, project);
    }
  }

  link({ path, target, project, language, names }: UnlinkedImport): CrossLink[] {
    const root = this.#roots.get(project);
    if (root === undefined || target === '') return [];
    const location = posix.join(root, folderOf(path), target);
    const owner = this.#owner(location);
    if (owner === undefined || owner.project === project) return [];
    const isScript = language === 'javascript' || language === 'typescript';
    const found = isScript ? this.#script(owner, language, target.endsWith('/')) : owner.path;
    const targets = found === undefined ? [] : this.#files.nodes(owner.project, [found]);
    return targets.length === 0 ? [] : [linkTo(targets, RULE, names)];
  }

  /** The innermost project around a location, and the path in it. */
  #owner(location: string): { project: number; path: string } | undefined {
    for (let folder = location; folder !== '/' && folder !== '.'; folder = posix.dirname(folder)) {
      const project = this.#projects.get(folder);
      if (project !== undefined) return { project, path: location.slice(folder.length + 1) };
    }
    return undefined;
  }

  #script({ project, path }: { project: number; path: string }, language: Language, isFolder: boolean) {
    let imports = this.#javascript.get(project);
    if (imports === undefined) {
      const manifests = this.#packages.filter((it) => it.project === project);
      const texts = manifests.map(
        ({ folder, entries }) => [inFolder(folder, 'package.json'), { text: entries }] as const,
      );
      imports = new JavaScriptImports(this.#files.of(project).files, new Settings(new Map(texts)));
      this.#javascript.set(project, imports);
    }
    return imports.resolve('', language, `./${path}${isFolder && path !== '' ? '/' : ''}`).path;
  }
}
