import type { LaterSource, TreeOfRevision } from '../source.ts';
import { GitTree } from './git-tree.ts';
import { findRevision, type Revision, type RevisionChoices, treeOfRevision } from './revision.ts';

/** A folder of a git repository at a revision, which is found, but listed only if this program reads it itself. */
export class GitRevision implements LaterSource {
  readonly found: Revision;
  readonly tree: TreeOfRevision;
  readonly #signal: AbortSignal | undefined;
  #opened: Promise<GitTree> | undefined;

  private constructor(found: Revision, signal: AbortSignal | undefined) {
    this.found = found;
    this.tree = treeOfRevision(found);
    this.#signal = signal;
  }

  /**
   * @param written `REV:PATH`, see `findRevision`
   * @throws {AnalyzerError} as `findRevision`
   */
  static async find(written: string, signal?: AbortSignal, choices?: RevisionChoices): Promise<GitRevision> {
    return new GitRevision(await findRevision(written, signal, choices), signal);
  }

  get name(): string {
    return this.found.name;
  }

  /** @throws {AnalyzerError} `unreadable`, `cancelled` */
  open(): Promise<GitTree> {
    this.#opened ??= GitTree.of(this.found, this.#signal);
    return this.#opened;
  }

  /** Closes the tree if it was opened. */
  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.close();
  }
}
