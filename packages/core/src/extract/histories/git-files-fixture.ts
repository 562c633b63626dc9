import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commitAll, git } from '#tree/git/git-fixture.ts';
import { DiskFiles } from '../files/disk-files.ts';
import type { FolderEntry } from '../files/project-files.ts';
import type { OnChange } from '../files/replace-file.ts';
import { type ResultFiles, resultFiles } from '../result/result-files.ts';
import { sources } from '../result/source-fixture.ts';
import type { ProjectStore } from './memory-files-fixture.ts';

/** The files of a project in a repository of Git. A person commits each edit, with all other files. */
export class GitFiles implements ProjectStore {
  readonly root: string;
  readonly results: ResultFiles;
  readonly #files: DiskFiles;

  constructor(root: string, onChange: OnChange) {
    mkdirSync(root);
    this.root = root;
    this.results = resultFiles(root, sources);
    this.#files = new DiskFiles(root, onChange);
  }

  read(path: string, limit: number): Buffer | undefined {
    return this.#files.read(path, limit);
  }

  list(folder: string): FolderEntry[] {
    return this.#files.list(folder);
  }

  write(path: string, content: string | Uint8Array): void {
    this.#files.write(path, content);
  }

  move(from: string, to: string): void {
    this.#files.move(from, to);
  }

  edit(path: string, content: string): void {
    const location = join(this.root, path);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, content);
    const isClean = existsSync(join(this.root, '.git')) && git(this.root, 'status', '--porcelain', '--ignored') === '';
    if (!isClean) commitAll(this.root);
  }
}
