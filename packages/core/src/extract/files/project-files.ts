export interface FolderEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'special';
}

/**
 * Files below the root of one project. Paths are relative, with `/` as separator. Every component is a real folder: a
 * symbolic link anywhere on a path is refused, so that nothing outside of the project is read or written.
 *
 * All methods throw AnalyzerError `unreadable` or `output_failed` with the path and the reason.
 */
export interface ProjectFiles {
  /** Absolute path of the root, for messages and for programs that run there. */
  readonly root: string;
  /** @returns undefined if there is no such file or no such folder */
  read(path: string, limit: number): Buffer | undefined;
  /** @returns the entries in bytewise order; none if there is no such folder */
  list(folder: string): FolderEntry[];
  /** Writes a file atomically. Creates missing folders. */
  write(path: string, content: string | Uint8Array): void;
  /** Moves a file or a folder to a path that does not exist. Creates missing folders. */
  move(from: string, to: string): void;
}
