import { createHash } from 'node:crypto';
import { compareBytes } from '@analyzer/contracts';
import type { FolderEntry, ProjectFiles } from '../files/project-files.ts';
import type { OnChange } from '../files/replace-file.ts';
import type { ResultFiles } from '../result/result-files.ts';
import { sources } from '../result/source-fixture.ts';

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The files of a project of a test. */
export interface ProjectStore extends ProjectFiles {
  /** The same files, as results are read. */
  readonly results: ResultFiles;
  /** Writes a file as a person does. */
  edit(path: string, content: string): void;
}

/** The files of a project in memory. Each change is announced first, so that a test can end the process there. */
export class MemoryFiles implements ProjectStore {
  readonly root: string;
  readonly #onChange: OnChange;
  readonly #contents = new Map<string, Buffer>();

  constructor(root: string, onChange: OnChange) {
    this.root = root;
    this.#onChange = onChange;
  }

  read(path: string): Buffer | undefined {
    return this.#contents.get(path);
  }

  list(folder: string): FolderEntry[] {
    const start = `${folder}/`;
    const entries = new Map<string, FolderEntry>();
    for (const path of this.#contents.keys()) {
      if (!path.startsWith(start)) continue;
      const [name = '', ...below] = path.slice(start.length).split('/');
      entries.set(name, { name, kind: below.length === 0 ? 'file' : 'folder' });
    }
    return [...entries.values()].sort((a, b) => compareBytes(a.name, b.name));
  }

  write(path: string, content: string | Uint8Array): void {
    this.#onChange();
    this.#contents.set(path, Buffer.from(content));
  }

  move(from: string, to: string): void {
    this.#onChange();
    for (const [path, content] of [...this.#contents]) {
      if (!path.startsWith(`${from}/`)) continue;
      this.#contents.delete(path);
      this.#contents.set(`${to}${path.slice(from.length)}`, content);
    }
  }

  edit(path: string, content: string): void {
    this.#contents.set(path, Buffer.from(content));
  }

  get results(): ResultFiles {
    const read: ResultFiles['read'] = async (path) => {
      const content = this.read(path);
      if (content === undefined) return { problem: 'missing' };
      return { bytes: content.length, sha256: sha256(content), content };
    };
    return {
      read,
      check: async (path, limit) => {
        const found = await read(path, limit);
        return 'problem' in found ? found : { bytes: found.bytes, sha256: found.sha256 };
      },
      parse: async (path) => {
        const content = this.read(path);
        return content === undefined ? { file: 'missing' } : sources.of(path, content, sha256(content));
      },
      parseAt: async () => undefined,
      parseText: (text, language) => sources.parseText(text, language),
    };
  }
}
