import { follow, inFolder } from '../../paths.ts';
import type { ProjectFiles } from '../../project-files.ts';
import { textAt } from '../../settings/json.ts';
import { findFile, findIndex, type Language } from './files.ts';
import { type Outputs, sourceOfOutput } from './output.ts';
import type { Package } from './package.ts';

/**
 * How a file of a package was found: `direct` as its `package.json` names it; `source` as the source of a build output that
 * it names; `index` as the index file of its sources, because nothing that it names is in the tree.
 */
export interface Entry {
  path: string;
  how: 'direct' | 'source' | 'index';
}

const FIELDS = ['types', 'typings', 'source', 'module', 'main'];

/** The files that the specifiers of a package lead to. */
export class PackageEntries {
  readonly #files: ProjectFiles;
  readonly #outputs: (folder: string) => Outputs;

  /** @param outputs what the configurations in a folder say about outputs */
  constructor(files: ProjectFiles, outputs: (folder: string) => Outputs) {
    this.#files = files;
    this.#outputs = outputs;
  }

  /** @param subpath after the package's name, without a slash; empty for the package itself */
  entry(from: Package, subpath: string, language: Language): Entry | undefined {
    if (from.exports !== undefined) {
      const found = this.first(from, from.exports.targets(subpath === '' ? '.' : `./${subpath}`), language);
      return found ?? (subpath === '' ? this.#index(from, language) : undefined);
    }
    if (subpath === '') return this.main(from, language);
    const path = follow(from.folder, subpath);
    const direct = path === undefined ? undefined : this.#load(path, language);
    return direct === undefined ? this.#source(from, subpath) : { path: direct, how: 'direct' };
  }

  /** The entry of a package without `exports`. */
  main(from: Package, language: Language): Entry | undefined {
    const targets = FIELDS.flatMap((field) => textAt(from.manifest, field) ?? []);
    return this.first(from, targets, language) ?? this.#index(from, language);
  }

  /** The first target that is in the tree, else the first whose source is. */
  first({ folder, ...from }: Package, targets: readonly string[], language: Language): Entry | undefined {
    for (const target of targets) {
      const path = follow(folder, target);
      const direct = path === undefined || path === folder ? undefined : this.#load(path, language);
      if (direct !== undefined) return { path: direct, how: 'direct' };
    }
    for (const target of targets) {
      const found = this.#source({ folder, ...from }, target);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #load(path: string, language: Language): string | undefined {
    return findFile(this.#files, path, language) ?? findIndex(this.#files, path, language);
  }

  #source({ folder }: Package, target: string): Entry | undefined {
    const below = follow('', target);
    if (below === undefined || below === '') return undefined;
    const path = sourceOfOutput(this.#files, folder, below, this.#outputs(folder));
    return path === undefined ? undefined : { path, how: 'source' };
  }

  #index({ folder }: Package, language: Language): Entry | undefined {
    const own = findIndex(this.#files, folder, language);
    if (own !== undefined) return { path: own, how: 'direct' };
    const path = findIndex(this.#files, inFolder(folder, 'src'), language);
    return path === undefined ? undefined : { path, how: 'index' };
  }
}
