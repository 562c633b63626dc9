import { compareBytes } from '@analyzer/contracts/order';
import { folderOf, follow, inFolder } from '../paths.ts';
import { PathGlobs } from '../settings/path-globs.ts';
import { type PythonRequirements, pythonRequirements } from '../settings/python-dependencies.ts';
import type { Settings } from '../settings/settings.ts';
import { MAX_FILES } from './link.ts';

/** Maximum number of requirements that are followed for one project. */
const MAX_REQUIREMENTS = 10_000;
const TOO_MANY = `leads to more than ${MAX_REQUIREMENTS} requirements of other projects`;
const SAME_NAME = `has the name of more than ${MAX_FILES} other Python projects`;

/** The Python projects of the scanned folder, and which of them another one requires. */
export class PythonProjects {
  /** Their folders, in order. */
  readonly folders: readonly string[];
  readonly #settings: Settings;
  readonly #requirements = new Map<string, PythonRequirements>();
  readonly #byName = new Map<string, string[]>();
  readonly #direct = new Map<string, readonly string[]>();
  #workspaces: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Imports are resolved file by file, so that the last project is mostly the next one. */
  #last: { folder: string; required: ReadonlySet<string> } | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    const folders = new Set<string>();
    for (const path of settings.paths())
      if (/(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(path)) folders.add(folderOf(path));
    this.folders = [...folders].sort(compareBytes);
    for (const folder of this.folders) {
      const [pyproject, setupCfg] = ['pyproject.toml', 'setup.cfg'].map((it) => settings.value(inFolder(folder, it)));
      const requirements = pythonRequirements(pyproject, setupCfg);
      this.#requirements.set(folder, requirements);
      if (requirements.name === undefined) continue;
      const same = this.#byName.get(requirements.name);
      if (same === undefined) this.#byName.set(requirements.name, [folder]);
      else if (same.length <= MAX_FILES) same.push(folder);
      else this.report(folder, SAME_NAME);
    }
  }

  /** Reports a problem of the configuration of a project. */
  report(folder: string, problem: string): void {
    const [pyproject, setupCfg] = ['pyproject.toml', 'setup.cfg'].map((it) => inFolder(folder, it));
    const path = this.#settings.value(pyproject ?? '') === undefined ? setupCfg : pyproject;
    this.#settings.report(path ?? '', problem);
  }

  /** The folders of the projects that a project requires, also by another one, nearest first. */
  required(folder: string): ReadonlySet<string> {
    if (this.#last?.folder !== folder) this.#last = { folder, required: this.#follow(folder) };
    return this.#last.required;
  }

  /** The folders of the members of the uv workspace that a project is a member of: they are installed together. */
  workspace(folder: string): ReadonlySet<string> {
    this.#workspaces ??= this.#membersByMember();
    return this.#workspaces.get(folder) ?? NONE;
  }

  #follow(folder: string): ReadonlySet<string> {
    const seen = new Set([folder]);
    let followed = 0;
    for (const at of seen) {
      for (const next of this.#directOf(at)) {
        if (followed === MAX_REQUIREMENTS) {
          this.report(folder, TOO_MANY);
          seen.delete(folder);
          return seen;
        }
        followed++;
        seen.add(next);
      }
    }
    seen.delete(folder);
    return seen;
  }

  #directOf(folder: string): readonly string[] {
    let direct = this.#direct.get(folder);
    if (direct === undefined) {
      direct = this.#read(folder);
      this.#direct.set(folder, direct);
    }
    return direct;
  }

  #read(folder: string): string[] {
    const requirements = this.#requirements.get(folder);
    if (requirements === undefined) return [];
    const named = [...requirements.names].flatMap((name) => this.#byName.get(name) ?? []);
    const written = [...requirements.folders].flatMap((it) => follow(folder, it) ?? []);
    const known = written.filter((it) => this.#requirements.has(it));
    return [...new Set([...named, ...known, ...this.#members(folder)])].sort(compareBytes);
  }

  #membersByMember(): Map<string, ReadonlySet<string>> {
    const workspaces = new Map<string, ReadonlySet<string>>();
    for (const root of this.folders) {
      const members = this.#members(root);
      const all = new Set(members);
      for (const member of members) if (!workspaces.has(member)) workspaces.set(member, all);
    }
    return workspaces;
  }

  /** The root of a uv workspace has the environment of all its members. */
  #members(root: string): string[] {
    const { members = [], excluded = [] } = this.#requirements.get(root) ?? {};
    if (members.length === 0) return [];
    const [included, others] = [members, excluded].map((patterns) => this.#globs(root, patterns));
    const prefix = root === '' ? '' : `${root}/`;
    const found: string[] = [];
    for (let at = this.#firstFrom(prefix); at < this.folders.length; at++) {
      const folder = this.folders[at] ?? '';
      if (!folder.startsWith(prefix)) break;
      const path = folder.slice(prefix.length);
      if (folder !== root && included?.match(path) && !others?.match(path)) found.push(folder);
    }
    return found;
  }

  #globs(root: string, patterns: readonly string[]): PathGlobs {
    const globs = new PathGlobs();
    for (const pattern of patterns) {
      const problem = globs.add(pattern);
      if (problem !== undefined) this.report(root, `"tool.uv.workspace" ${problem}`);
    }
    return globs;
  }

  /** The position of the first folder that does not come before a text. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.folders.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.folders[middle] ?? '', text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const NONE: ReadonlySet<string> = new Set();
