import { compareBytes } from '@analyzer/contracts/order';
import { folderOf, follow, inFolder } from '../paths.ts';
import { matchesGlob } from '../settings/path-glob.ts';
import { type PythonRequirements, pythonRequirements } from '../settings/python-dependencies.ts';
import type { Settings } from '../settings/settings.ts';

/** The Python projects of the scanned folder, and which of them another one requires. */
export class PythonProjects {
  /** In order of their folders. */
  readonly #projects = new Map<string, PythonRequirements>();
  readonly #byName = new Map<string, string[]>();
  readonly #required = new Map<string, ReadonlySet<string>>();
  readonly #workspaces = new Map<string, ReadonlySet<string>>();

  constructor(settings: Settings) {
    const folders = new Set<string>();
    for (const path of settings.paths())
      if (/(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(path)) folders.add(folderOf(path));
    for (const folder of [...folders].sort(compareBytes)) {
      const [pyproject, setupCfg] = ['pyproject.toml', 'setup.cfg'].map((it) => settings.value(inFolder(folder, it)));
      const requirements = pythonRequirements(pyproject, setupCfg);
      this.#projects.set(folder, requirements);
      if (requirements.name === undefined) continue;
      const same = this.#byName.get(requirements.name);
      if (same === undefined) this.#byName.set(requirements.name, [folder]);
      else same.push(folder);
    }
  }

  /** Their folders, in order. */
  folders(): readonly string[] {
    return [...this.#projects.keys()];
  }

  /** The folders of the projects that a project requires, also by another one. */
  required(folder: string): ReadonlySet<string> {
    let required = this.#required.get(folder);
    if (required === undefined) {
      const seen = new Set([folder]);
      for (const at of seen) for (const next of this.#direct(at)) seen.add(next);
      seen.delete(folder);
      required = seen;
      this.#required.set(folder, required);
    }
    return required;
  }

  /** The folders of the members of the uv workspace that a project is a member of: they are installed together. */
  workspace(folder: string): ReadonlySet<string> {
    let members = this.#workspaces.get(folder);
    if (members === undefined) {
      const workspaces = [...this.#projects].map(([root, it]) => this.#members(root, it.members, it.excluded));
      members = new Set(workspaces.find((it) => it.includes(folder)));
      this.#workspaces.set(folder, members);
    }
    return members;
  }

  #direct(folder: string): string[] {
    const requirements = this.#projects.get(folder);
    if (requirements === undefined) return [];
    const { names, folders, members, excluded } = requirements;
    const named = [...names].flatMap((name) => this.#byName.get(name) ?? []);
    const written = [...folders].flatMap((it) => follow(folder, it) ?? []).filter((it) => this.#projects.has(it));
    return [...named, ...written, ...this.#members(folder, members, excluded)];
  }

  /** The root of a uv workspace has the environment of all its members. */
  #members(root: string, members: readonly string[], excluded: readonly string[]): string[] {
    if (members.length === 0) return [];
    return this.folders().filter((folder) => {
      if (folder === root || (root !== '' && !folder.startsWith(`${root}/`))) return false;
      const path = root === '' ? folder : folder.slice(root.length + 1);
      return members.some((it) => matchesGlob(it, path)) && !excluded.some((it) => matchesGlob(it, path));
    });
  }
}
