import { follow } from '../../paths.ts';
import { at, type JsonTable, tableAt, textAt } from '../../settings/json.ts';
import { Subpaths } from './package-exports.ts';

/** A folder with a `package.json`. */
export interface Package {
  folder: string;
  name: string | undefined;
  manifest: JsonTable;
  exports: Subpaths | undefined;
  imports: Subpaths;
  /** Folders of the dependencies that are written as a path, by name. */
  dependencies: ReadonlyMap<string, string>;
  /** It has no `exports`, and installs another package with its own name: that is what an import of the name leads to. */
  isHidden: boolean;
}

/** @param report is called with the reason if a part of the file has no effect */
export function packageOf(folder: string, manifest: JsonTable, report: (problem: string) => void): Package {
  const exports = at(manifest, 'exports');
  const name = textAt(manifest, 'name');
  return {
    folder,
    name,
    manifest,
    exports: exports === null ? undefined : new Subpaths(exports, (problem) => report(`"exports" ${problem}`)),
    imports: new Subpaths(at(manifest, 'imports'), (problem) => report(`"imports" ${problem}`)),
    dependencies: dependenciesOf(folder, manifest),
    isHidden: exports === null && name !== undefined && installs(manifest, name),
  };
}

const LISTS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** The package manager installs what these lists name. */
const INSTALLED = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Whether a package of that name comes from a registry. */
function installs(manifest: JsonTable, name: string): boolean {
  return INSTALLED.some((list) => {
    const written = tableAt(manifest, list)?.get(name);
    return typeof written === 'string' && !/^(?:file|link|portal|workspace):/.test(written);
  });
}

/** Of `"name": "file:../other"`. The first list that has a name with a path counts. */
function dependenciesOf(folder: string, manifest: JsonTable): Map<string, string> {
  const folders = new Map<string, string>();
  for (const list of LISTS) {
    for (const [name, written] of tableAt(manifest, list) ?? []) {
      const path = typeof written === 'string' ? /^(?:file|link|portal):(.*)$/.exec(written)?.[1] : undefined;
      const target = path === undefined ? undefined : follow(folder, path);
      if (target !== undefined && !folders.has(name)) folders.set(name, target);
    }
  }
  return folders;
}
