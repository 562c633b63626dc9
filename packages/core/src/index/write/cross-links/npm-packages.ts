import { type Package, packageOf } from '#relate/imports/javascript/package.ts';
import { type Entry, PackageEntries } from '#relate/imports/javascript/package-entry.ts';
import { splitPackage } from '#relate/imports/javascript/tsconfig.ts';
import type { ImportRule } from '#relate/imports/rules.ts';
import { WITHOUT_FILE } from '../../cross-project.ts';
import type { IndexedFiles } from './indexed-files.ts';
import type { IndexedPackage } from './indexed-packages.ts';
import { type CrossLink, type Linker, linkTo, type UnlinkedImport } from './unlinked-import.ts';

/** A file that a specifier leads to. */
interface PackageFile {
  id: number;
  how: Entry['how'];
}

interface ProjectPackage {
  project: number;
  content: Package;
}

const RULE = 'index-package' satisfies ImportRule;

/** Links imports of npm packages. */
export class NpmPackages implements Linker {
  readonly #files: IndexedFiles;
  readonly #byName = new Map<string, ProjectPackage[]>();
  readonly #entries = new Map<number, PackageEntries>();

  constructor(files: IndexedFiles, packages: Iterable<IndexedPackage>) {
    this.#files = files;
    for (const { project, folder, name, manifest } of packages) {
      if (name === '') continue;
      // The scan of its project reports the problems of a package.
      const its = { project, content: packageOf(folder, manifest, () => undefined) };
      const same = this.#byName.get(name);
      if (same === undefined) this.#byName.set(name, [its]);
      else same.push(its);
    }
  }

  link({ target, project, language, names }: UnlinkedImport): CrossLink[] {
    const { name, rest } = splitPackage(target);
    const candidates = this.#byName.get(name)?.filter((it) => it.project !== project) ?? [];
    if (candidates.length === 0) return [];
    const own = language === 'typescript' ? 'typescript' : 'javascript';
    const [first, ...others] = candidates.flatMap((it) => this.#file(it, rest, own) ?? []);
    if (first === undefined) {
      return [{ names, state: 'unresolved', targets: [], rule: null, reason: WITHOUT_FILE }];
    }
    if (others.length > 0)
      return [
        linkTo(
          [first, ...others].map(({ id }) => id),
          RULE,
          names,
        ),
      ];
    const rule: ImportRule = first.how === 'direct' ? RULE : `${RULE}-${first.how}`;
    return [linkTo([first.id], rule, names)];
  }

  #file(from: ProjectPackage, subpath: string, language: 'typescript' | 'javascript'): PackageFile | undefined {
    const { project, content } = from;
    const { ids, files } = this.#files.of(project);
    let entries = this.#entries.get(project);
    if (entries === undefined) {
      entries = new PackageEntries(files, () => ({ written: [], entries: [] }));
      this.#entries.set(project, entries);
    }
    const entry = entries.entry(content, subpath, language);
    const id = entry && ids.get(entry.path);
    return entry === undefined || id === undefined ? undefined : { id, how: entry.how };
  }
}
