import { failureOf } from '../failure.ts';
import { lastName } from '../globs/glob.ts';
import type { TreePath } from '../location.ts';
import { showText } from '../names.ts';
import type { Cut } from '../policy.ts';
import type { EntryKind, TreeSource } from '../source.ts';
import { LARGEST_INDEX, readGitIndex } from './git-index.ts';
import { IgnoreRules } from './ignore-rules.ts';
import type { TrackedPaths } from './tracked-paths.ts';

/** A file of Git that could not be used. */
export interface GitProblem {
  path: string;
  reason: string;
}

/** Kinds of the entries of a directory that Git reads. */
export interface GitKinds {
  git: EntryKind | undefined;
  gitignore: EntryKind | undefined;
}

/** Rules of one file, which count before those of its parent. */
interface Layer {
  rules: IgnoreRules;
  /** Where the rules are written. */
  path: string;
  /** Length of the directory's path with its slash. */
  base: number;
  parent: Layer | undefined;
  /** Of these rules and those of the parents. */
  effort: number;
}

class WorkTree {
  /** Length of the root's path with its slash. */
  readonly base: number;
  readonly #readIndex: () => TrackedPaths | undefined;
  #index: { paths: TrackedPaths | undefined } | undefined;

  constructor(base: number, readIndex: () => TrackedPaths | undefined) {
    this.base = base;
    this.#readIndex = readIndex;
  }

  /** Reads the index when it is first needed; undefined where there is none. */
  get tracked(): TrackedPaths | undefined {
    this.#index ??= { paths: this.#readIndex() };
    return this.#index.paths;
  }
}

export const GIT_FOLDER = '.git';
export const GITIGNORE = '.gitignore';
const LARGEST_RULES = 1024 * 1024;
/** Bytes of rules that are tried one by one; a path costs at most this times its own length. */
const MAX_EFFORT = 64 * 1024;
const NUL = 0;
/** Bytes of a file that names a folder of Git. */
const MAX_LINK_LENGTH = 4096;
const OUTSIDE =
  'it names a folder of Git outside of the scanned folder; the index and info/exclude of this work tree are not read';

/** Reads the files of Git in a folder. Each problem is reported once and leaves a file without effect. */
export class GitReader {
  readonly problems: GitProblem[] = [];
  readonly #source: TreeSource;

  constructor(source: TreeSource) {
    this.#source = source;
  }

  /** Kinds of Git's entries in a directory; none if it cannot be listed. */
  kindsIn(directory: TreePath): GitKinds {
    try {
      const entries = this.#source.list(directory);
      const kindOf = (wanted: string) => entries.find(({ name }) => name.toString('latin1') === wanted)?.kind;
      return { git: kindOf(GIT_FOLDER), gitignore: kindOf(GITIGNORE) };
    } catch (error) {
      failureOf(error);
      return { git: undefined, gitignore: undefined };
    }
  }

  /** @returns undefined where there is no such file or it can not be used */
  rules(at: TreePath): IgnoreRules | undefined {
    const { path } = at;
    const bytes = this.#read(at, LARGEST_RULES);
    if (bytes === undefined) return undefined;
    if (bytes.length > LARGEST_RULES) return this.refuse(path, 'larger than 1 MiB');
    if (bytes.includes(NUL)) return this.refuse(path, 'not a text file: it contains a NUL byte');
    const rules = new IgnoreRules(bytes);
    for (const line of rules.longLines) this.refuse(path, `line ${line} is longer than 4,096 bytes`);
    return rules;
  }

  index(at: TreePath): TrackedPaths | undefined {
    const bytes = this.#read(at, LARGEST_INDEX);
    const read = bytes && readGitIndex(bytes);
    return typeof read === 'string' ? this.refuse(at.path, read) : read;
  }

  /**
   * The folder of Git that a file `.git` names, as in a submodule or a linked worktree. It is not followed out of the
   * source.
   *
   * @param directory that contains the file
   */
  gitFolder(file: TreePath, directory: TreePath): TreePath | undefined {
    const bytes = this.#read(file, MAX_LINK_LENGTH);
    if (bytes === undefined) return undefined;
    const written = /^gitdir: ([^\n\0]+)\n*$/.exec(bytes.toString('latin1'))?.[1];
    if (written === undefined) return this.refuse(file.path, 'it does not name a folder of Git');
    const raw = written.startsWith('/') ? undefined : resolveBytes(bytesOf(directory), written);
    if (raw === undefined) return this.refuse(file.path, OUTSIDE);
    const bytesOfPath = Buffer.from(raw, 'latin1');
    const path = showText(bytesOfPath);
    return Buffer.from(path).equals(bytesOfPath) ? { path } : { path, raw: bytesOfPath };
  }

  refuse(path: string, reason: string): undefined {
    this.problems.push({ path, reason });
  }

  /** One byte more than the limit of a file that is larger. */
  #read(at: TreePath, limit: number): Buffer | undefined {
    const read = this.#source.readStart(at, limit + 1);
    return typeof read === 'string' ? this.refuse(at.path, read) : read;
  }
}

/**
 * What Git's files state about one directory of a work tree: which rules apply to the paths in it, and which of them
 * are tracked. Paths have one character for each byte.
 */
export class GitDirectory {
  readonly #tree: WorkTree;
  readonly #layer: Layer | undefined;
  /** Excludes all paths in it that are not tracked. */
  readonly #untracked: Cut | undefined;

  private constructor(tree: WorkTree, layer: Layer | undefined, untracked: Cut | undefined) {
    this.#tree = tree;
    this.#layer = layer;
    this.#untracked = untracked;
  }

  /**
   * @param at the directory
   * @param kinds of its entries, by name
   * @param parent of the directory around it, when that is in a work tree
   * @returns undefined outside of work trees
   */
  static enter(
    reader: GitReader,
    at: TreePath,
    kinds: GitKinds,
    parent: GitDirectory | undefined,
  ): GitDirectory | undefined {
    const base = at.path === '' ? 0 : bytesOf(at).length + 1;
    let inside = parent;
    if (kinds.git !== undefined) inside = GitDirectory.#root(reader, at, kinds.git, base);
    if (inside === undefined || kinds.gitignore === undefined) return inside;
    const layer = nextLayer(reader, below(at, GITIGNORE), base, inside.#layer);
    return layer === inside.#layer ? inside : new GitDirectory(inside.#tree, layer, inside.#untracked);
  }

  /**
   * What applies to a directory from the directories that contain it.
   *
   * @param path of the directory
   */
  static descend(reader: GitReader, path: string): GitDirectory | undefined {
    let outer: TreePath = { path: '' };
    let git: GitDirectory | undefined;
    for (const name of path === '' ? [] : path.split('/')) {
      git = GitDirectory.enter(reader, outer, reader.kindsIn(outer), git);
      outer = below(outer, name);
      if (git !== undefined) git = git.#into(bytesOf(outer));
    }
    return git;
  }

  /** The same as `decide` for a directory that is listed even if it is excluded. */
  #into(path: string): GitDirectory {
    const decided = this.decide(path, undefined);
    return 'cut' in decided ? new GitDirectory(this.#tree, this.#layer, decided.cut) : decided.inside;
  }

  static #root(reader: GitReader, at: TreePath, kind: EntryKind, base: number): GitDirectory {
    const here = below(at, GIT_FOLDER);
    const git = kind === 'directory' ? here : reader.gitFolder(here, at);
    if (git === undefined) return new GitDirectory(new WorkTree(base, () => undefined), undefined, undefined);
    const tree = new WorkTree(base, () => reader.index(below(git, 'index')));
    return new GitDirectory(tree, nextLayer(reader, below(git, 'info/exclude'), base, undefined), undefined);
  }

  /** @param path of an entry other than a directory */
  exclusionOf(path: string): Cut | undefined {
    const cut = this.#untracked ?? this.#ignored(path, false);
    return cut && !this.#tree.tracked?.has(path.slice(this.#tree.base)) ? cut : undefined;
  }

  /**
   * @param cut another reason to exclude the paths in the directory that are not tracked
   * @returns the directory's cut, or what holds for the paths in it
   */
  decide(path: string, cut: Cut | undefined): { cut: Cut } | { inside: GitDirectory } {
    const reason = this.#untracked ?? cut ?? this.#ignored(path, true);
    if (reason === undefined) return { inside: this };
    const below = path.slice(this.#tree.base);
    const { tracked } = this.#tree;
    if (tracked?.isSubmodule(below)) return { inside: new GitDirectory(this.#tree, this.#layer, undefined) };
    if (!tracked?.hasBelow(below)) return { cut: reason };
    return { inside: new GitDirectory(this.#tree, this.#layer, reason) };
  }

  #ignored(path: string, isDirectory: boolean): Cut | undefined {
    const name = lastName(path);
    for (let layer = this.#layer; layer; layer = layer.parent) {
      const rule = layer.rules.last(path.slice(layer.base), name, isDirectory);
      if (rule?.negated) return undefined;
      if (rule) return { reason: 'gitignore', rule: `${layer.path}:${rule.line}:${rule.source}` };
    }
    return undefined;
  }
}

/** One character for each byte. */
export function bytesOf({ path, raw }: TreePath): string {
  return (raw ?? Buffer.from(path)).toString('latin1');
}

/** @returns undefined for a path above the root */
function resolveBytes(directory: string, relative: string): string | undefined {
  const names = directory === '' ? [] : directory.split('/');
  for (const name of relative.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join('/');
}

function nextLayer(reader: GitReader, at: TreePath, base: number, parent: Layer | undefined): Layer | undefined {
  const rules = reader.rules(at);
  if (rules === undefined) return parent;
  const effort = (parent?.effort ?? 0) + rules.effort;
  const { path } = at;
  if (effort <= MAX_EFFORT) return { rules, path, base, parent, effort };
  reader.refuse(path, 'its rules with wildcards and those of the folders above have more than 64 KiB');
  return parent;
}

/** @param names below the directory */
function below({ path, raw }: TreePath, names: string): TreePath {
  if (path === '') return { path: names };
  return { path: `${path}/${names}`, ...(raw && { raw: Buffer.concat([raw, Buffer.from(`/${names}`)]) }) };
}
