import { type CheckedFile, type FileCheck, type FileProblem, readChecked } from '#tree/checked-file.ts';
import { isOwnFolder } from './safe-path.ts';
import { sourceAt } from './source-at.ts';
import type { ParsedSource, SourceParser } from './source-parser.ts';

/** Files of one project that other programs wrote. Paths are relative to its root and safe. */
export interface ResultFiles {
  /** Hashes a file of at most `limit` bytes. */
  check(path: string, limit: number): Promise<FileCheck>;
  /** Reads a file of at most `limit` bytes. */
  read(path: string, limit: number): Promise<(CheckedFile & { content: Buffer }) | Exclude<FileCheck, CheckedFile>>;
  /** Parses a source file. */
  parse(path: string): Promise<ParsedSource | { file: FileProblem }>;
  /** Parses a source file of a commit; undefined if the commit does not have it. */
  parseAt(commit: string, path: string): Promise<ParsedSource | undefined>;
  /** Parses a text of a document. */
  parseText: SourceParser['parseText'];
}

const LARGEST_SOURCE = 16 * 1024 * 1024;

/**
 * @param root absolute, without links
 * @param workRoot of the source files, if they are in another folder
 */
export function resultFiles(root: string, sources: SourceParser, workRoot = root, signal?: AbortSignal): ResultFiles {
  const rootOf = (path: string): string => (isOwnFolder(path) ? root : workRoot);
  const read: ResultFiles['read'] = async (path, limit) => {
    const pieces: Buffer[] = [];
    const found = await readChecked(rootOf(path), path, limit, (piece) => pieces.push(Buffer.from(piece)), signal);
    return 'problem' in found ? found : { ...found, content: Buffer.concat(pieces) };
  };
  return {
    check: (path, limit) => readChecked(rootOf(path), path, limit, undefined, signal),
    read,
    async parse(path) {
      const found = await read(path, LARGEST_SOURCE);
      return 'problem' in found ? { file: found.problem } : sources.of(path, found.content, found.sha256);
    },
    parseAt: (commit, path) => sourceAt(workRoot, commit, path, sources, signal),
    parseText: (text, language) => sources.parseText(text, language),
  };
}
