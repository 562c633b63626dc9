import { closeSync, type Dirent, fstatSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import { AnalyzerError, compareBytes } from '@analyzer/contracts';
import { failureOf } from '#tree/failure.ts';
import { openToRead } from '#tree/read.ts';
import { readUpTo } from '#tree/read-fully.ts';
import { syncFolder } from '#tree/sync-folder.ts';
import { CheckedFolder } from './checked-folder.ts';
import { componentsOf, PathProblem } from './checked-path.ts';
import type { FolderEntry, ProjectFiles } from './project-files.ts';
import { type OnChange, replaceFile } from './replace-file.ts';

const HINT = 'Remove it, or restore the folder of the project.';
const REASONS: Readonly<Record<string, string>> = {
  ELOOP: 'it is a symbolic link',
  ENXIO: 'it is not a regular file',
};
/** Codes of system errors whose cause is not the file at the path. */
const OF_FILE_SYSTEM: ReadonlySet<string> = new Set(['EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE', 'ENOSPC', 'EROFS']);

/** The files of a project on disk. */
export class DiskFiles implements ProjectFiles {
  readonly root: string;
  readonly #onChange: OnChange | undefined;

  /** @param root absolute path without symbolic links */
  constructor(root: string, onChange?: OnChange) {
    this.root = root;
    this.#onChange = onChange;
  }

  read(path: string, limit: number): Buffer | undefined {
    return guard('unreadable', path, () => {
      const { names, name } = split(path);
      const folder = CheckedFolder.find(this.root, names);
      if (folder === undefined) return undefined;
      const file = openIfPresent(`${folder.location}/${name}`);
      if (file === undefined) return undefined;
      try {
        folder.requireUnchanged();
        if (!fstatSync(file).isFile()) throw new PathProblem('it is not a regular file');
        const bytes = readUpTo(file, Math.min(limit, fstatSync(file).size) + 1);
        if (bytes.length > limit) throw new PathProblem(`it is larger than ${limit} bytes`);
        return bytes;
      } finally {
        closeSync(file);
      }
    });
  }

  list(path: string): FolderEntry[] {
    return guard('unreadable', path, () => {
      const folder = CheckedFolder.find(this.root, componentsOf(path));
      if (folder === undefined) return [];
      const entries = readdirSync(folder.location, { withFileTypes: true });
      folder.requireUnchanged();
      return entries
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
        .sort((a, b) => compareBytes(a.name, b.name));
    });
  }

  write(path: string, content: string | Uint8Array): void {
    guard('output_failed', path, () => {
      const { names, name } = split(path);
      const folder = CheckedFolder.create(this.root, names, this.#onChange);
      const target = `${folder.location}/${name}`;
      const found = lstatSync(target, { throwIfNoEntry: false });
      if (found !== undefined && !found.isFile()) throw new PathProblem('it is not a regular file');
      replaceFile(target, content, { requireFolder: () => folder.requireUnchanged(), onChange: this.#onChange });
    });
  }

  move(from: string, to: string): void {
    guard('output_failed', to, () => {
      const source = split(from);
      const target = split(to);
      const sourceFolder = CheckedFolder.find(this.root, source.names);
      if (sourceFolder === undefined) throw new PathProblem(`${from} does not exist`);
      const targetFolder = CheckedFolder.create(this.root, target.names, this.#onChange);
      const location = `${targetFolder.location}/${target.name}`;
      if (lstatSync(location, { throwIfNoEntry: false }) !== undefined) throw new PathProblem('it exists already');
      sourceFolder.requireUnchanged();
      this.#onChange?.();
      renameSync(`${sourceFolder.location}/${source.name}`, location);
      syncFolder(targetFolder.location);
      syncFolder(sourceFolder.location);
    });
  }
}

function split(path: string): { names: string[]; name: string } {
  const components = componentsOf(path);
  return { names: components.slice(0, -1), name: components.at(-1) ?? '' };
}

function openIfPresent(location: string): number | undefined {
  if (lstatSync(location, { throwIfNoEntry: false }) === undefined) return undefined;
  return openToRead(location);
}

function guard<T>(code: 'unreadable' | 'output_failed', path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof PathProblem) {
      throw new AnalyzerError(code, { path, reason: error.message }, { hint: HINT, cause: error });
    }
    const { code: system, reason } = failureOf(error);
    const remedy = OF_FILE_SYSTEM.has(system) ? {} : { hint: HINT };
    throw new AnalyzerError(code, { path, reason: REASONS[system] ?? reason }, { ...remedy, cause: error });
  }
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'special';
}
