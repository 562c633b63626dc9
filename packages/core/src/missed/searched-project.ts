import type { Engine } from '#parse/engine.ts';
import { classOf } from '#scan/file-classes.ts';
import { listProject } from '#scan/list-project.ts';
import type { FileEntry, ScanOptions } from '#scan/model.ts';
import { readEntries } from '#scan/read-entries.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { type History, readHistory } from '#tree/git/history.ts';
import { GitAttributes } from '#tree/gitignore/git-attributes.ts';
import { lastName } from '#tree/globs/glob.ts';
import { kindOfName } from '#tree/kind.ts';
import type { ChangedFile } from './commit-search.ts';
import { Contents, type Version } from './contents.ts';
import type { MissedEvent, MissedOptions } from './model.ts';
import { PathsToday } from './paths-today.ts';
import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A folder at a commit, and its name among other projects. */
export interface ProjectToSearch {
  /** Paths of its files start with it; empty for the only project. */
  label: string;
  /** Owned by the caller. */
  tree: GitTree;
  scan: ScanOptions;
}

export interface SearchContext {
  engine: Engine;
  vocabulary: Vocabulary;
  onEvent: ((event: MissedEvent) => void) | undefined;
  signal: AbortSignal | undefined;
}

/** Decides about the mode of other files. */
const PACKAGE = 'package.json';

/** A project whose files of today and history are read. */
export class SearchedProject {
  readonly label: string;
  readonly tree: GitTree;
  readonly contents: Contents;
  readonly history: History;
  /** Its files that can have copies, by the path that starts with the label. */
  readonly today = new Map<string, { version: Version; statements: Statements }>();
  readonly #number: number;

  /** @param number its position among the projects, which its versions have */
  private constructor({ label, tree }: ProjectToSearch, number: number, contents: Contents, history: History) {
    this.label = label;
    this.tree = tree;
    this.contents = contents;
    this.history = history;
    this.#number = number;
  }

  /** @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`; errors of the engine */
  static async read(
    project: ProjectToSearch,
    number: number,
    options: MissedOptions,
    { engine, vocabulary, onEvent, signal }: SearchContext,
  ): Promise<SearchedProject> {
    const { tree, scan } = project;
    const { since, commits: limit } = options;
    const range = { isWanted: isParsed, limit, ...(since !== undefined && { since }) };
    const history = await readHistory(tree.repository, tree.revision.object, range, signal);
    const { found, excluded } = await listProject(tree, scan, { ...(signal && { signal }) });
    const attributes = await GitAttributes.read(tree, [...found, ...excluded]);
    const wanted = found.filter(({ path }) => isParsed(path));
    const packages = found.filter(({ path, kind }) => kind === 'file' && lastName(path) === PACKAGE);
    onEvent?.({ type: 'files', files: wanted.length });
    const reading = { engine, outcomes: new Map(), maxBytes: scan.max_bytes, roles: scan, attributes, elements: true };
    const entries = await readEntries(tree, [...wanted, ...packages], { ...reading, signal });
    const contents = new Contents(tree, packages, { engine, options: scan, vocabulary, signal });
    const searched = new SearchedProject(project, number, contents, history);
    for (const entry of entries) {
      if (entry.kind === 'file' && isParsed(entry.path) && classOf(entry, options.without) === undefined) {
        searched.#add(entry);
      }
    }
    return searched;
  }

  #add(entry: FileEntry): void {
    const object = this.tree.objectOf(entry.path);
    if (object === undefined) return;
    const version = this.versionOf(entry.path, object);
    const statements = this.contents.add(version, entry);
    if (statements !== undefined) this.today.set(this.keyOf(entry.path), { version, statements });
  }

  /** @param path relative to the project */
  keyOf(path: string): string {
    return this.label === '' ? path : `${this.label}/${path}`;
  }

  /** @param path relative to the project */
  versionOf(path: string, object: string): Version {
    return { path, object, project: this.#number };
  }

  /** By commit of the history: the changed files that exist today. */
  changedFiles(): ChangedFile[][] {
    const paths = new PathsToday();
    return this.history.commits.map(({ changes }) => {
      const files = changes.flatMap(({ from, path, before, after }): ChangedFile[] => {
        const today = this.keyOf(paths.today(path));
        if (before === after || !this.today.has(today)) return [];
        return [{ before: this.versionOf(from, before), after: this.versionOf(path, after), today }];
      });
      for (const { from, path } of changes) paths.goBefore(from, path);
      return files;
    });
  }

  /** Commits with changes of code. */
  get changingCommits(): number {
    return this.history.commits.filter(({ changes }) => changes.some(({ before, after }) => before !== after)).length;
  }
}

/** Whether a file is of a parsed language by its name. */
function isParsed(path: string): boolean {
  return kindOfName(lastName(path))?.parsed === true;
}
