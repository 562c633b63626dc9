import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DomTree } from '@analyzer/contracts/pages/captures';

/** SHA-256 of a file's bytes, in hex: the file name. Identical pictures are one file, and no request names a file. */
export type FileHash = string;

const HASH = /^[0-9a-f]{64}$/;

/** The DOM trees and pictures of captures; each file is named by its hash. */
export class CaptureFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a file atomically. @throws the error of the file system */
  async add(bytes: Uint8Array): Promise<FileHash> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = join(this.#folder, `${hash}.${process.pid}.new`);
    try {
      await writeFile(temporary, bytes, { mode: 0o600 });
      await rename(temporary, join(this.#folder, hash));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    return hash;
  }

  /** Does not follow links. @throws the error of the file system; Error if `hash` is not a hash */
  read(hash: FileHash): Promise<Buffer> {
    return readFile(this.#path(hash), { flag: constants.O_RDONLY | constants.O_NOFOLLOW });
  }

  /** Reads a tree. @throws as `read` */
  async readTree(hash: FileHash): Promise<DomTree> {
    return JSON.parse((await this.read(hash)).toString());
  }

  remove(hash: FileHash): Promise<void> {
    return rm(this.#path(hash), { force: true });
  }

  /** Removes files that no stored capture uses. */
  async removeAllBut(needed: ReadonlySet<FileHash>): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      if (HASH.test(name.slice(0, 64)) && !needed.has(name)) await rm(join(this.#folder, name), { force: true });
    }
  }

  #path(hash: string): string {
    if (!HASH.test(hash)) throw new Error('not the hash of a file of a capture');
    return join(this.#folder, hash);
  }
}
