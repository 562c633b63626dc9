import type { Glob } from './globs/glob.ts';
import type { TreePath } from './location.ts';
import type { FileReading, ReadBuffer } from './read.ts';

export type EntryKind = 'file' | 'directory' | 'symlink' | 'special';

/** One entry of a directory. */
export interface Listed {
  name: Buffer;
  kind: EntryKind;
}

/** Metadata of a file before it is read. `reason` is set if they could not be read. */
export interface FileStat {
  size: number;
  executable: boolean;
  reason?: string;
}

/** A folder at a revision: another program that knows this needs to ask git nothing to find it. */
export interface TreeOfRevision {
  /** Absolute path of a folder in the repository. */
  folder: string;
  /** Root of the work tree, without links. */
  root: string;
  /** Path of the folder from the root, empty for the root. */
  below: string;
  /** Name of the folder. */
  name: string;
  /** As the user wrote it. */
  written: string;
  /** The commit or tree that is read, in hex. */
  object: string;
  /** The tree of the folder, in hex. */
  tree: string;
}

/** A source that is opened only if this program reads it itself. */
export interface LaterSource extends Pick<TreeSource, 'name' | 'location' | 'tree'> {
  /** The same source each time, owned by this object. */
  open(): Promise<TreeSource>;
}

/**
 * The source of a project's bytes: a folder on disk, or a tree in a git repository. No other code opens project files.
 * Paths are relative to its root; the root itself is the empty path.
 */
export interface TreeSource {
  /** Name of the root, without its path. */
  readonly name: string;
  /** Absolute path of a folder on disk, for the file system only. */
  readonly location?: string;
  /** Revision of a git tree as written, and the commit or tree that is read. */
  readonly revision?: { written: string; object: string };
  /** Where git finds the tree of a revision. */
  readonly tree?: TreeOfRevision;
  /** Whether every file is tracked by Git: in a revision. */
  readonly isTracked: boolean;
  /** @throws the system's error if it cannot be listed */
  list(directory: TreePath): Listed[];
  stat(file: TreePath): FileStat;
  /** The target of a symbolic link, unchanged. @throws the system's error */
  target(link: TreePath): Buffer;
  hasFolder(path: string): boolean;
  /** Whether the first `within` bytes of a file contain these bytes; false if it is unreadable. */
  beginsWith(file: TreePath, bytes: string, within: number): Promise<boolean>;
  /**
   * @param holdUpTo files of at most this many bytes are returned
   * @param buffer shared buffer for them
   */
  read(file: TreePath, holdUpTo: number, signal?: AbortSignal, buffer?: ReadBuffer): Promise<FileReading>;
  /**
   * The first bytes of a file of Git, such as `.gitignore`.
   *
   * @returns the error text if it is not a regular file or can not be read; undefined if there is no such file
   */
  readStart(file: TreePath, limit: number): Buffer | string | undefined;
  /**
   * A file in the root itself.
   *
   * @returns its bytes, if it has at most `limit`; the error text if it is larger, not a regular file or not readable;
   *   undefined if there is no such file
   */
  readOwn(name: string, limit: number): Promise<Uint8Array | string | undefined>;
  /** The globs of the root's `.analyzerignore`. @throws {AnalyzerError} `usage`, `unreadable` */
  ignored(): Promise<Glob[]>;
  /** Closes the resources that it opened. */
  close(): Promise<void>;
}
