import { type CheckedFile, type FileCheck, readChecked } from '#tree/checked-file.ts';

/** Files of one project that other programs wrote. Paths are relative to its root and safe. */
export interface ResultFiles {
  /** Hashes a file of at most `limit` bytes. */
  check(path: string, limit: number): Promise<FileCheck>;
  /** Reads a file of at most `limit` bytes. */
  read(path: string, limit: number): Promise<(CheckedFile & { content: Buffer }) | Exclude<FileCheck, CheckedFile>>;
}

/** @param root absolute, without links */
export function resultFiles(root: string, signal?: AbortSignal): ResultFiles {
  return {
    check: (path, limit) => readChecked(root, path, limit, undefined, signal),
    async read(path, limit) {
      const pieces: Buffer[] = [];
      const read = await readChecked(root, path, limit, (piece) => pieces.push(Buffer.from(piece)), signal);
      return 'problem' in read ? read : { ...read, content: Buffer.concat(pieces) };
    },
  };
}
