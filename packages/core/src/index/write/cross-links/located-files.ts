import { posix } from 'node:path';
import type { Language } from '#relate/imports/javascript/files.ts';
import { JavaScriptImports } from '#relate/imports/javascript/specifier.ts';
import { LeftOut } from '#relate/left-out.ts';
import { inFolder } from '#relate/paths.ts';
import { Settings } from '#relate/settings/settings.ts';
import type { Statements } from '../../sqlite/statements.ts';
import type { IndexedFiles } from './indexed-files.ts';
import type { IndexedPackage } from './indexed-packages.ts';

const ROOTS = 'SELECT project_id, root FROM local_root ORDER BY project_id';

/** A location in a project of the index. */
export interface Located {
  project: number;
  /** Relative to the project; empty for its root. */
  path: string;
}

/** The files of the projects of an index by their location in the file system. */
export class LocatedFiles {
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

  /** The absolute root of a project. */
  root(project: number): string | undefined {
    return this.#roots.get(project);
  }

  /** The innermost project around a location, and the path in it. */
  at(location: string): Located | undefined {
    for (let folder = location; folder !== '/' && folder !== '.'; folder = posix.dirname(folder)) {
      const project = this.#projects.get(folder);
      if (project !== undefined) return { project, path: location.slice(folder.length + 1) };
    }
    return undefined;
  }

  /** The nodes of the file at a location. */
  nodes({ project, path }: Located): number[] {
    return this.#files.nodes(project, [path]);
  }

  /** The nodes of the file that a path of JavaScript leads to: without an extension, or of a folder. */
  scripts({ project, path }: Located, language: Language, isFolder: boolean): number[] {
    let imports = this.#javascript.get(project);
    if (imports === undefined) {
      const manifests = this.#packages.filter((it) => it.project === project);
      const texts = manifests.map(
        ({ folder, entries }) => [inFolder(folder, 'package.json'), { text: entries }] as const,
      );
      imports = new JavaScriptImports(this.#files.of(project).files, new LeftOut(), new Settings(new Map(texts)));
      this.#javascript.set(project, imports);
    }
    const found = imports.resolve('', language, `./${path}${isFolder && path !== '' ? '/' : ''}`).path;
    return found === undefined ? [] : this.#files.nodes(project, [found]);
  }
}
