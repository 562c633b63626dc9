import type { Glob } from './globs/glob.ts';
import type { PlacedPath } from './location.ts';
import type { FileReading, ReadingRoom } from './read.ts';

export type EntryKind = 'file' | 'directory' | 'symlink' | 'special';

/** One name in a directory. */
export interface Listed {
  name: Buffer;
  kind: EntryKind;
}

/** What is known of a file before it is read. `reason` says why it could not be looked at. */
export interface FileLook {
  size: number;
  executable: boolean;
  reason?: string;
}

/**
 * Where the bytes of a project come from: a folder on disk, or a tree in a git repository. Nothing else opens project
 * files. Paths are below its root; the root itself is the empty path.
 */
export interface TreeSource {
  /** The root's own name, without its place. */
  readonly name: string;
  /** Of a folder on disk: absolute, for the file system only. */
  readonly location?: string;
  /** Of a git tree: the revision as it was written, and the object that it names. */
  readonly revision?: { written: string; object: string };
  /** Whether every file is tracked by Git: in the root of a revision. */
  readonly isTracked: boolean;
  /** @throws the system's error when it can't be listed */
  list(directory: PlacedPath): Listed[];
  look(file: PlacedPath): FileLook;
  /** The target of a symbolic link, as it is. @throws the system's error */
  target(link: PlacedPath): Buffer;
  hasFolder(path: string): boolean;
  /** Whether these bytes stand among a file's first `within`; what can't be read holds nothing. */
  beginsWith(file: PlacedPath, bytes: string, within: number): Promise<boolean>;
  /**
   * @param holdUpTo files of at most this many bytes are handed out whole
   * @param room where they may be held
   */
  read(file: PlacedPath, holdUpTo: number, signal?: AbortSignal, room?: ReadingRoom): Promise<FileReading>;
  /**
   * The first bytes of a file of Git, such as `.gitignore`.
   *
   * @returns the reason where it is no regular file or can not be read; undefined where there is none
   */
  readStart(file: PlacedPath, limit: number): Buffer | string | undefined;
  /** The globs of the root's `.analyzerignore`. @throws {AnalyzerError} `usage`, `unreadable` */
  ignored(): Promise<Glob[]>;
  /** Ends what it opened. */
  close(): Promise<void>;
}
