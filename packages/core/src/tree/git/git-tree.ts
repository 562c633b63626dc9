import { createHash } from 'node:crypto';
import { AnalyzerError } from '@analyzer/contracts';
import type { Glob } from '../globs/glob.ts';
import { IGNORE_FILE, parseIgnoreFile, requireIgnoreSize } from '../ignore-file.ts';
import { LineCount } from '../line-count.ts';
import type { TreePath } from '../location.ts';
import { type FileReading, HEAD_BYTES } from '../read.ts';
import { NOT_A_FILE, tooLarge } from '../read-start.ts';
import type { FileStat, Listed, TreeOfRevision, TreeSource } from '../source.ts';
import { BlobReader } from './blob-reader.ts';
import { type FileVersion, fileVersions, type HistoryBounds } from './file-versions.ts';
import { listTree } from './list-tree.ts';
import { type GitEntry, keyOf, type Listing } from './listing.ts';
import type { MergeBase } from './merge-base.ts';
import { findRevision, type Revision, type RevisionChoices, treeOfRevision } from './revision.ts';

const MISSING = 'not in the repository: a partial clone lacks it';

/**
 * A folder of a git repository at a revision, read from git's objects: the work tree is not read, nothing is checked
 * out, and hooks, filters and attributes of the repository have no effect. Files are the committed bytes, without
 * conversion of line ends, and with pointers instead of large files.
 */
export class GitTree implements TreeSource {
  readonly name: string;
  /** The object is the commit or tree that is read. */
  readonly revision: { written: string; object: string };
  readonly tree: TreeOfRevision;
  /** The commit or tree that the revision names. */
  readonly named: string;
  /** The commit that is read instead of the named one. */
  readonly base: MergeBase | undefined;
  readonly isTracked = true;
  /** The folder that is read instead of one that the revision does not have. */
  readonly absent: { movedFrom: string | undefined } | undefined;
  readonly #folders: ReadonlyMap<string, GitEntry[]>;
  readonly #entries: ReadonlyMap<string, GitEntry>;
  readonly #targets: ReadonlyMap<string, Buffer>;
  readonly #blobs: BlobReader;

  readonly #found: Revision;

  private constructor(found: Revision, listing: Listing, targets: ReadonlyMap<string, Buffer>, blobs: BlobReader) {
    const { name, written, object, base, absent } = found;
    this.#found = found;
    this.name = name;
    this.tree = treeOfRevision(found);
    this.revision = { written, object: this.tree.object };
    this.named = object;
    this.base = base;
    this.absent = absent;
    this.#folders = listing.folders;
    this.#entries = listing.entries;
    this.#targets = targets;
    this.#blobs = blobs;
  }

  /**
   * @param written `REV:PATH`, see `findRevision`
   * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`
   */
  static async open(written: string, signal?: AbortSignal, choices?: RevisionChoices): Promise<GitTree> {
    return GitTree.of(await findRevision(written, signal, choices), signal);
  }

  /** @throws {AnalyzerError} `unreadable`, `cancelled` */
  static of(revision: Revision, signal?: AbortSignal): Promise<GitTree> {
    return GitTree.#read(revision, new BlobReader(revision.folder), signal);
  }

  /** @param without whether a tree can lack blobs */
  static async #read(
    revision: Revision,
    blobs: BlobReader,
    signal: AbortSignal | undefined,
    without = false,
  ): Promise<GitTree> {
    const { listing, work } = await listTree(revision, signal, without);
    blobs.add(work);
    const targets = new Map<string, Buffer>();
    for (const [key, { kind, object, isMissing }] of listing.entries) {
      if (kind === 'symlink' && isMissing !== true) targets.set(key, await whole(blobs, object));
    }
    return new GitTree(revision, listing, targets, blobs);
  }

  /**
   * The same folder at another commit. It shares the resources of this tree. Files whose blobs the repository lacks are unreadable.
   *
   * @param tree of the folder
   * @throws {AnalyzerError} `unreadable`, `cancelled`
   */
  at(commit: string, tree: string, signal?: AbortSignal): Promise<GitTree> {
    const { folder, root, below, name } = this.#found;
    const written = `${commit}:${below}`;
    return GitTree.#read(
      { folder, root, below, name, written, object: commit, base: undefined, tree },
      this.#blobs,
      signal,
      true,
    );
  }

  /**
   * The same tree with earlier versions of some files: the first result has the newest one of each, and a file without so many
   * versions is as in this tree. The results share the resources of this tree.
   */
  async earlier(paths: readonly string[], bounds: HistoryBounds, signal?: AbortSignal): Promise<GitTree[]> {
    const { folder, below } = this.#found;
    const prefix = below === '' ? '' : `${below}/`;
    const full = paths.map((path) => prefix + path);
    const versions = await fileVersions(folder, this.revision.object, full, bounds, signal);
    const most = Math.max(0, ...[...versions.values()].map(({ length }) => length));
    return Array.from({ length: most }, (_, version) => {
      const files = paths.flatMap((path) => {
        const its = versions.get(prefix + path)?.[version];
        return its !== undefined && this.#entries.get(keyOf({ path }))?.kind === 'file' ? [[path, its] as const] : [];
      });
      return this.withVersions(files);
    });
  }

  /** The same tree with other versions of some files, also of files that it does not have. It shares the resources of this tree. */
  withVersions(files: Iterable<readonly [path: string, version: FileVersion]>): GitTree {
    const entries = new Map(this.#entries);
    for (const [path, version] of files) {
      const key = keyOf({ path });
      const name = Buffer.from(path.slice(path.lastIndexOf('/') + 1));
      entries.set(key, { name, kind: 'file', executable: false, ...entries.get(key), ...version });
    }
    return new GitTree(this.#found, { folders: this.#folders, entries }, this.#targets, this.#blobs);
  }

  /** The id of the blob of a file. */
  objectOf(path: string): string | undefined {
    return this.#entries.get(keyOf({ path }))?.object;
  }

  /** Whether the repository lacks the blob of a file. */
  isMissing(path: string): boolean {
    return this.#entries.get(keyOf({ path }))?.isMissing === true;
  }

  /** Where git finds it: a folder in the repository, the root of the work tree, and the path of the tree from that root. */
  get repository(): { folder: string; root: string; below: string } {
    const { folder, root, below } = this.#found;
    return { folder, root, below };
  }

  list(directory: TreePath): Listed[] {
    const entry = this.#entries.get(keyOf(directory));
    if (entry?.kind === 'directory' && entry.size < 0) {
      throw Object.assign(new Error('a submodule'), { code: 'ESUBMODULE', syscall: 'ls-tree' });
    }
    return (this.#folders.get(keyOf(directory)) ?? []).map(({ name, kind }) => ({ name, kind }));
  }

  stat(file: TreePath): FileStat {
    const { size = 0, executable = false } = this.#entries.get(keyOf(file)) ?? {};
    return { size: Math.max(0, size), executable };
  }

  target(link: TreePath): Buffer {
    return this.#targets.get(keyOf(link)) ?? Buffer.alloc(0);
  }

  hasFolder(path: string): boolean {
    return path === '.' || this.#entries.get(keyOf({ path }))?.kind === 'directory';
  }

  async beginsWith(file: TreePath, bytes: string, within: number): Promise<boolean> {
    const reading = await this.read(file, within);
    if ('reason' in reading) return false;
    const { head, bytes: all } = reading;
    return Buffer.from(all ?? head)
      .subarray(0, within)
      .includes(bytes);
  }

  async read(file: TreePath, holdUpTo: number): Promise<FileReading> {
    const entry = this.#entries.get(keyOf(file));
    if (entry === undefined || entry.isMissing) return { reason: MISSING };
    const content = entry.size <= holdUpTo ? Buffer.allocUnsafeSlow(Math.max(0, entry.size)) : undefined;
    const hash = createHash('sha256');
    const lines = new LineCount();
    let head = Buffer.alloc(0);
    let length = 0;
    try {
      const size = await this.#blobs.read(entry.object, (piece) => {
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
        content?.set(piece, length);
        hash.update(piece);
        lines.add(piece);
        length += piece.length;
      });
      return { size, sha256: hash.digest('hex'), lines: lines.lines, head, ...(content && { bytes: content }) };
    } catch (error) {
      if (error instanceof AnalyzerError) throw error;
      return { reason: MISSING };
    }
  }

  /** Rules for untracked files have no effect here. */
  readStart(): undefined {}

  async readOwn(name: string, limit: number): Promise<Uint8Array | string | undefined> {
    const entry = this.#entries.get(keyOf({ path: name }));
    if (entry === undefined) return undefined;
    if (entry.kind !== 'file') return NOT_A_FILE;
    return entry.size > limit ? tooLarge(limit) : whole(this.#blobs, entry.object);
  }

  async ignored(): Promise<Glob[]> {
    const entry = this.#entries.get(keyOf({ path: IGNORE_FILE }));
    if (entry?.kind !== 'file') return [];
    requireIgnoreSize(entry.size);
    return parseIgnoreFile(await whole(this.#blobs, entry.object));
  }

  close(): Promise<void> {
    return this.#blobs.close();
  }
}

async function whole(blobs: BlobReader, object: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    await blobs.read(object, (piece) => pieces.push(Buffer.from(piece)));
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof AnalyzerError) throw error;
    throw new AnalyzerError('unreadable', { path: 'a file of the revision', reason: MISSING }, { cause: error });
  }
}
