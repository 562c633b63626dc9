import { type Dirent, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { failureOf } from './failure.ts';
import type { Glob } from './globs/glob.ts';
import { readIgnoreFile } from './ignore-file.ts';
import { locate, type TreePath } from './location.ts';
import { carriesMarker } from './own-map.ts';
import { type FileReading, hashFile, type ReadBuffer, readFile } from './read.ts';
import { readStart, tooLarge } from './read-start.ts';
import { openRoot } from './root.ts';
import type { EntryKind, FileStat, Listed, TreeSource } from './source.ts';

/** A folder on disk. It follows no link below its root and opens no special file. */
export class Folder implements TreeSource {
  /** Absolute path for the file system; never part of output. */
  readonly location: string;
  readonly name: string;
  readonly isTracked = false;

  /**
   * @param path as the user wrote it
   * @throws {AnalyzerError} `not_found`, `unreadable`, or `usage` for a path that is not a folder
   */
  constructor(path: string) {
    const { location, name } = openRoot(path);
    this.location = location;
    this.name = name;
  }

  list(directory: TreePath): Listed[] {
    const dirents = readdirSync(locate(this.location, directory), { encoding: 'buffer', withFileTypes: true });
    return dirents.map((dirent) => ({ name: dirent.name, kind: kindOf(dirent) }));
  }

  stat(file: TreePath): FileStat {
    try {
      const { size, mode } = lstatSync(locate(this.location, file));
      return { size, executable: (mode & 0o111) !== 0 };
    } catch (error) {
      return { size: 0, executable: false, reason: failureOf(error).reason };
    }
  }

  target(link: TreePath): Buffer {
    return readlinkSync(locate(this.location, link), 'buffer');
  }

  hasFolder(path: string): boolean {
    return isFolder(`${this.location}/${path}`);
  }

  async beginsWith(file: TreePath, bytes: string, within: number): Promise<boolean> {
    return carriesMarker(locate(this.location, file), bytes, within);
  }

  read(file: TreePath, holdUpTo: number, signal?: AbortSignal, buffer?: ReadBuffer): Promise<FileReading> {
    return readFile(locate(this.location, file), holdUpTo, signal, buffer);
  }

  /** As `hashFile`. */
  hash(file: TreePath, buffer: ReadBuffer, signal?: AbortSignal): ReturnType<typeof hashFile> {
    return hashFile(locate(this.location, file), buffer, signal);
  }

  readStart(file: TreePath, limit: number): Buffer | string | undefined {
    return readStart(this.location, file, limit);
  }

  async readOwn(name: string, limit: number): Promise<Uint8Array | string | undefined> {
    const read = readStart(this.location, { path: name }, limit + 1);
    return typeof read === 'object' && read.length > limit ? tooLarge(limit) : read;
  }

  async ignored(): Promise<Glob[]> {
    return readIgnoreFile(this.location);
  }

  async close(): Promise<void> {}
}

/** Whether a path is a folder or a link to one. */
export function isFolder(location: string): boolean {
  try {
    return statSync(location).isDirectory();
  } catch (error) {
    failureOf(error);
    return false;
  }
}

function kindOf(dirent: Dirent<Buffer>): EntryKind {
  if (dirent.isFile()) return 'file';
  if (dirent.isDirectory()) return 'directory';
  return dirent.isSymbolicLink() ? 'symlink' : 'special';
}
