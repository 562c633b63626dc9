import { folderOf, inFolder } from '../../paths.ts';
import { at, isTable, type Json, texts } from '../../settings/json.ts';
import { PathGlobs } from '../../settings/path-globs.ts';
import type { Settings } from '../../settings/settings.ts';
import { MAX_FILES } from '../link.ts';
import { type Package, packageOf } from './package.ts';

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
      const report = (problem: string): void => settings.report(path, problem);
      this.#byFolder.set(folderOf(path), packageOf(folderOf(path), manifest, report));
    }
    const globs = new Map<string, WorkspaceGlobs>();
    for (const { folder, manifest } of this.#byFolder.values()) {
      const npm = globsOf(at(manifest, 'workspaces'));
      const path = inFolder(folder, 'pnpm-workspace.yaml');
      const pnpm = texts(settings.value(path) ?? null);
      if (npm.length + pnpm.length === 0) continue;
      const added = new WorkspaceGlobs();
      added.add(npm, (problem) => settings.report(inFolder(folder, 'package.json'), `"workspaces" ${problem}`));
      added.add(pnpm, (problem) => settings.report(path, `"packages" ${problem}`));
      globs.set(folder, added);
    }
    for (const member of this.#byFolder.values()) this.#link(member, globs, settings);
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
    const target = own.dependencies.get(name);
    return target === undefined ? undefined : this.#byFolder.get(target);
  }

  #link(member: Package, globs: ReadonlyMap<string, WorkspaceGlobs>, settings: Settings): void {
    const { folder, name } = member;
    if (name === undefined) return;
    for (let root = folder; ; root = folderOf(root)) {
      const below = root === '' ? folder : folder.slice(root.length + 1);
      if (globs.get(root)?.include(below) === true) {
        const names = this.#workspaces.get(root) ?? new Map<string, Package[]>();
        this.#workspaces.set(root, names);
        const same = names.get(name);
        if (same === undefined) names.set(name, [member]);
        else if (same.length <= MAX_FILES) same.push(member);
        else settings.report(inFolder(folder, 'package.json'), SAME_NAME);
      }
      if (root === '') return;
    }
  }
}

/** An import of it is ambiguous without it, too. */
const SAME_NAME = `has the name of more than ${MAX_FILES} other packages of its workspace`;

class WorkspaceGlobs {
  readonly #included = new PathGlobs();
  readonly #excluded = new PathGlobs();

  add(written: readonly string[], report: (problem: string) => void): void {
    for (const it of written) {
      const problem = it.startsWith('!') ? this.#excluded.add(it.slice(1)) : this.#included.add(it);
      if (problem !== undefined) report(problem);
    }
  }

  /** @param folder below the one that declares the workspaces, which is itself a member */
  include(folder: string): boolean {
    return folder === '' || (this.#included.match(folder) && !this.#excluded.match(folder));
  }
}

/** `workspaces` is a list, or a table with the list `packages`. */
function globsOf(workspaces: Json): string[] {
  return texts(isTable(workspaces) ? at(workspaces, 'packages') : workspaces);
}
