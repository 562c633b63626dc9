import { type CheckedFile, type FileCheck, type FileProblem, readChecked } from '#tree/checked-file.ts';
import type { ParsedSource, SourceParser } from './source-parser.ts';

/** Files of one project that other programs wrote. Paths are relative to its root and safe. */
export interface ResultFiles {
  /** Hashes a file of at most `limit` bytes. */
  check(path: string, limit: number): Promise<FileCheck>;
  /** Reads a file of at most `limit` bytes. */
  read(path: string, limit: number): Promise<(CheckedFile & { content: Buffer }) | Exclude<FileCheck, CheckedFile>>;
  /** Parses a source file. */
  parse(path: string): Promise<ParsedSource | { file: FileProblem }>;
}

const LARGEST_SOURCE = 16 * 1024 * 1024;

/** @param root absolute, without links */
export function resultFiles(root: string, sources: SourceParser, signal?: AbortSignal): ResultFiles {
  const read: ResultFiles['read'] = async (path, limit) => {
    const pieces: Buffer[] = [];
    const found = await readChecked(root, path, limit, (piece) => pieces.push(Buffer.from(piece)), signal);
    return 'problem' in found ? found : { ...found, content: Buffer.concat(pieces) };
  };
  return {
    check: (path, limit) => readChecked(root, path, limit, undefined, signal),
    read,
    async parse(path) {
      const found = await read(path, LARGEST_SOURCE);
      return 'problem' in found ? { file: found.problem } : sources.of(path, found.content, found.sha256);
    },
  };
}
