import type { RelationInput } from '#relations/relation-input.ts';
import { Folder } from '#tree/folder.ts';
import type { FileReading, ReadBuffer } from '#tree/read.ts';
import type { TreeSource } from '#tree/source.ts';
import type { Statements } from '../../sqlite/statements.ts';

/** A file of an index. */
export interface IndexedFile {
  /** Integer id of its node. */
  id: number;
  /** Integer id. */
  project: number;
  /** Relative to the project. */
  path: string;
  /** 64 hex digits. */
  sha256: string;
}

const ROOTS = 'SELECT project_id, root FROM local_root';

/** The files of all projects on this machine as one source: only what still has the indexed bytes. */
export class ProjectFiles implements Pick<TreeSource, 'read'> {
  /** Number of files that could not be read, or have other bytes now. */
  notRead = 0;
  readonly #files: ReadonlyMap<string, IndexedFile>;
  readonly #roots: ReadonlyMap<number, string>;
  readonly #folders = new Map<number, Folder | undefined>();

  /** @param files by their path in `RelationInput` */
  constructor(statements: Statements, files: ReadonlyMap<RelationInput['files'][number]['path'], IndexedFile>) {
    this.#files = files;
    this.#roots = new Map(statements.all(ROOTS, [], (row) => [row.integer('project_id'), row.text('root')]));
  }

  async read({ path }: { path: string }, holdUpTo: number, signal?: AbortSignal): Promise<FileReading> {
    const file = this.#files.get(path);
    return file === undefined ? { reason: 'not in the index' } : this.readIndexed(file, holdUpTo, signal);
  }

  /** Reads a file that need not be one of the map. @param buffer shared: the bytes are only valid until the next file is read */
  async readIndexed(
    file: Omit<IndexedFile, 'id'>,
    holdUpTo: number,
    signal?: AbortSignal,
    buffer?: ReadBuffer,
  ): Promise<FileReading> {
    const reading = await this.#folderOf(file.project)?.read({ path: file.path }, holdUpTo, signal, buffer);
    if (reading !== undefined && !('reason' in reading) && reading.sha256 === file.sha256) return reading;
    this.notRead++;
    return { reason: 'not the indexed file' };
  }

  #folderOf(project: number): Folder | undefined {
    if (!this.#folders.has(project)) this.#folders.set(project, openFolder(this.#roots.get(project)));
    return this.#folders.get(project);
  }
}

/** @returns undefined for a folder that is not on this machine */
function openFolder(root: string | undefined): Folder | undefined {
  if (root === undefined) return undefined;
  try {
    return new Folder(root);
  } catch {
    return undefined;
  }
}
