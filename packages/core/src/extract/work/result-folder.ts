import { createHash } from 'node:crypto';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { ProjectFiles } from '../files/project-files.ts';
import { artifactFolder } from '../result/model.ts';

type Artifact = TaskResultV1['artifacts'][number];

/** The files of a result, with their hashes. */
export class ResultFolder {
  readonly #files: ProjectFiles;
  readonly #folder: string;
  readonly #artifacts = new Map<string, Artifact>();

  constructor(key: string, files: ProjectFiles) {
    this.#files = files;
    this.#folder = artifactFolder(key);
  }

  /** Writes a file, or replaces the one of an earlier submission. */
  add(path: string, content: string | Uint8Array, role: Artifact['role']): Artifact {
    const bytes = Buffer.from(content);
    this.#files.write(`${this.#folder}/${path}`, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const artifact = { path, sha256, bytes: bytes.length, role };
    this.#artifacts.set(path, artifact);
    return artifact;
  }

  /** @returns undefined if there is no such file */
  read(path: string, limit: number): Buffer | undefined {
    return this.#files.read(`${this.#folder}/${path}`, limit);
  }

  listed(): Artifact[] {
    return [...this.#artifacts.values()];
  }
}

export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
