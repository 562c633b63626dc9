import { failureOf } from '../failure.ts';
import { lastName } from '../globs/glob.ts';
import type { TreePath } from '../location.ts';
import type { Cut } from '../policy.ts';
import type { EntryKind, TreeSource } from '../source.ts';
import { below, bytesOf, GIT_FOLDER, type GitFile, type GitFiles, gitFilesOf } from './git-files.ts';
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

export const GITIGNORE = '.gitignore';
const LARGEST_RULES = 1024 * 1024;
/** Bytes of rules that are tried one by one; a path costs at most this times its own length. */
const MAX_EFFORT = 64 * 1024;
const NUL = 0;
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
  rules(file: GitFile): IgnoreRules | undefined {
    const { shown: path } = file;
    const bytes = this.#read(file, LARGEST_RULES);
    if (bytes === undefined) return undefined;
    if (bytes.length > LARGEST_RULES) return this.refuse(path, 'larger than 1 MiB');
    if (bytes.includes(NUL)) return this.refuse(path, 'not a text file: it contains a NUL byte');
    const rules = new IgnoreRules(bytes);
    for (const line of rules.longLines) this.refuse(path, `line ${line} is longer than 4,096 bytes`);
    return rules;
  }

  index(file: GitFile): TrackedPaths | undefined {
    const bytes = this.#read(file, LARGEST_INDEX);
    const read = bytes && readGitIndex(bytes);
    return typeof read === 'string' ? this.refuse(file.shown, read) : read;
  }

  /** The rules in a directory. */
  rulesIn(directory: TreePath): GitFile {
    const at = below(directory, GITIGNORE);
    return { shown: at.path, read: (limit) => this.#source.readStart(at, limit) };
  }

  /** The files of the work tree in a directory with an entry `.git` of this kind. */
  filesIn(directory: TreePath, kind: EntryKind): GitFiles | undefined {
    const files = gitFilesOf(this.#source, directory, kind);
    return typeof files === 'string' ? this.refuse(below(directory, GIT_FOLDER).path, files) : files;
  }

  refuse(path: string, reason: string): undefined {
    this.problems.push({ path, reason });
  }

  /** One byte more than the limit of a file that is larger. */
  #read({ shown, read }: GitFile, limit: number): Buffer | undefined {
    const bytes = read(limit + 1);
    return typeof bytes === 'string' ? this.refuse(shown, bytes) : bytes;
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
    const layer = nextLayer(reader, reader.rulesIn(at), base, inside.#layer);
    return layer === inside.#layer ? inside : new GitDirectory(inside.#tree, layer, inside.#untracked);
  }

  /**
   * What applies to a directory from the directories that contain it.
   *
   * @param path of the directory
   * @returns undefined outside of work trees, and for a directory that is ignored completely
   */
  static descend(reader: GitReader, path: string): GitDirectory | undefined {
    let outer: TreePath = { path: '' };
    let git: GitDirectory | undefined;
    for (const name of path === '' ? [] : path.split('/')) {
      git = GitDirectory.enter(reader, outer, reader.kindsIn(outer), git);
      outer = below(outer, name);
      const decided = git?.decide(bytesOf(outer), undefined);
      if (decided !== undefined) git = 'cut' in decided ? undefined : decided.inside;
    }
    return git;
  }

  static #root(reader: GitReader, at: TreePath, kind: EntryKind, base: number): GitDirectory {
    const files = reader.filesIn(at, kind);
    if (files === undefined) return new GitDirectory(new WorkTree(base, () => undefined), undefined, undefined);
    const tree = new WorkTree(base, () => reader.index(files.index));
    return new GitDirectory(tree, nextLayer(reader, files.exclude, base, undefined), undefined);
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

function nextLayer(reader: GitReader, file: GitFile, base: number, parent: Layer | undefined): Layer | undefined {
  const rules = reader.rules(file);
  if (rules === undefined) return parent;
  const effort = (parent?.effort ?? 0) + rules.effort;
  const { shown: path } = file;
  if (effort <= MAX_EFFORT) return { rules, path, base, parent, effort };
  reader.refuse(path, 'its rules with wildcards and those of the folders above have more than 64 KiB');
  return parent;
}
