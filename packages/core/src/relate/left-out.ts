import { folderOf } from './paths.ts';
import { ProjectFiles } from './project-files.ts';
import { leadsInto, leadsToLeftOut } from './reasons.ts';

/** A path that exists, and that the scan leaves out: an exclusion of a scan, or a symbolic link, which is not followed. */
export interface LeftOutPath {
  path: string;
  kind: 'file' | 'directory' | 'symlink' | 'special';
  reason: string;
}

/** Where imports lead that have no file in the scan, because the scan leaves it out. */
export class LeftOut {
  readonly #paths: readonly LeftOutPath[];
  #reasons: ReadonlyMap<string, string> | undefined;
  #files: ProjectFiles | undefined;

  constructor(paths: readonly LeftOutPath[] = []) {
    this.#paths = paths;
  }

  /** @returns the reason, if these rules find a file that is left out */
  file(search: (files: ProjectFiles) => string | undefined): string | undefined {
    this.#files ??= new ProjectFiles(filesOf(this.#paths));
    const path = search(this.#files);
    return path === undefined ? undefined : leadsToLeftOut(path, this.#reasonOf(path) ?? '');
  }

  /** @returns the reason, if one of the paths is in a folder that is left out: what is in it is not known */
  around(...paths: readonly string[]): string | undefined {
    for (const path of paths) {
      for (let folder = path; folder !== ''; folder = folderOf(folder)) {
        const reason = this.#reasonOf(folder);
        if (reason !== undefined) return leadsInto(folder, reason);
      }
    }
    return undefined;
  }

  /** Whether any of the files that are left out has a property. */
  some(has: (path: string) => boolean): boolean {
    return filesOf(this.#paths).some(has);
  }

  #reasonOf(path: string): string | undefined {
    this.#reasons ??= new Map(this.#paths.map((it) => [it.path, it.reason]));
    return this.#reasons.get(path);
  }
}

function filesOf(paths: readonly LeftOutPath[]): string[] {
  return paths.flatMap(({ kind, path }) => (kind === 'file' || kind === 'symlink' ? [path] : []));
}
