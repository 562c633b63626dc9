import { folderOf, follow, inFolder } from '../../paths.ts';
import { at, isTable, type Json, type JsonTable, tableAt, textAt, texts } from '../../settings/json.ts';
import { matchesGlob } from '../../settings/path-glob.ts';
import type { Settings } from '../../settings/settings.ts';

/** A folder with a `package.json`. */
export interface Package {
  folder: string;
  name: string | undefined;
  manifest: JsonTable;
}

/** The packages of a project, and which of them a package manager links into which folder. */
export class Packages {
  readonly #byFolder = new Map<string, Package>();
  /** Members by name, of each folder that declares workspaces. */
  readonly #workspaces = new Map<string, Map<string, Package[]>>();
  readonly #nearest = new Map<string, Package | undefined>();

  constructor(settings: Settings) {
    for (const path of settings.paths()) {
      if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
      const manifest = settings.value(path);
      if (manifest === undefined || !isTable(manifest)) continue;
      const folder = folderOf(path);
      this.#byFolder.set(folder, { folder, name: textAt(manifest, 'name'), manifest });
    }
    const globs = new Map<string, Globs>();
    for (const { folder, manifest } of this.#byFolder.values()) {
      const listed = settings.value(inFolder(folder, 'pnpm-workspace.yaml'));
      const written = [...globsOf(at(manifest, 'workspaces')), ...texts(listed ?? null)];
      if (written.length > 0) globs.set(folder, new Globs(written));
    }
    for (const member of this.#byFolder.values()) this.#link(member, globs);
  }

  at(folder: string): Package | undefined {
    return this.#byFolder.get(folder);
  }

  /** The package that a folder belongs to. */
  nearest(folder: string): Package | undefined {
    if (this.#nearest.has(folder)) return this.#nearest.get(folder);
    const found = this.#byFolder.get(folder) ?? (folder === '' ? undefined : this.nearest(folderOf(folder)));
    this.#nearest.set(folder, found);
    return found;
  }

  /** The workspace packages of a name that are linked for a folder, by folder; several are ambiguous. */
  linked(folder: string, name: string): readonly Package[] {
    for (let root = folder; ; root = folderOf(root)) {
      const found = this.#workspaces.get(root)?.get(name);
      if (found !== undefined || root === '') return found ?? [];
    }
  }

  /** The package of `"name": "file:../other"` in the dependencies of the nearest `package.json`. */
  dependency(folder: string, name: string): Package | undefined {
    const own = this.nearest(folder);
    if (own === undefined) return undefined;
    for (const list of DEPENDENCIES) {
      const written = textAt(tableAt(own.manifest, list), name);
      const path = written === undefined ? undefined : /^(?:file|link|portal):(.*)$/.exec(written)?.[1];
      const target = path === undefined ? undefined : follow(own.folder, path);
      if (target !== undefined) return this.#byFolder.get(target);
    }
    return undefined;
  }

  #link(member: Package, globs: ReadonlyMap<string, Globs>): void {
    const { folder, name } = member;
    if (name === undefined) return;
    for (let root = folder; ; root = folderOf(root)) {
      const below = root === '' ? folder : folder.slice(root.length + 1);
      if (globs.get(root)?.include(below) === true) {
        const names = this.#workspaces.get(root) ?? new Map<string, Package[]>();
        this.#workspaces.set(root, names);
        const same = names.get(name);
        if (same === undefined) names.set(name, [member]);
        else same.push(member);
      }
      if (root === '') return;
    }
  }
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

class Globs {
  readonly #included: string[];
  readonly #excluded: string[];

  constructor(written: readonly string[]) {
    this.#included = written.filter((it) => !it.startsWith('!'));
    this.#excluded = written.filter((it) => it.startsWith('!')).map((it) => it.slice(1));
  }

  /** @param folder below the one that declares the workspaces, which is itself a member */
  include(folder: string): boolean {
    if (folder === '') return true;
    return (
      this.#included.some((it) => matchesGlob(it, folder)) && !this.#excluded.some((it) => matchesGlob(it, folder))
    );
  }
}

/** `workspaces` is a list, or a table with the list `packages`. */
function globsOf(workspaces: Json): string[] {
  return texts(isTable(workspaces) ? at(workspaces, 'packages') : workspaces);
}
