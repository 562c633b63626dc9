import { decodeSource } from '#scan/quote.ts';
import { ReadBuffer } from '#tree/read.ts';
import { hex } from '../keys.ts';
import type { Statements } from '../sqlite/statements.ts';
import { docSentence, type Lines } from '../words/doc-sentence.ts';
import { TextLines } from '../words/text-lines.ts';
import { ProjectFiles } from './relations/project-files.ts';

/** Larger files are read for no doc comment: they are generated. */
const LARGEST_FILE_BYTES = 4 * 1024 * 1024;

export interface DocFile {
  /** Integer id. */
  project: number;
  /** Relative to the project. */
  path: string;
  /** Undefined for a file that could not be read. */
  sha256: Uint8Array | undefined;
  /** Empty if unknown. */
  language: string;
}

/**
 * Sentences of doc comments by declaration, read from the files of the projects on this machine that still have the indexed
 * bytes.
 */
export class DocSentences {
  readonly #files: ProjectFiles;
  readonly #signal: AbortSignal | undefined;
  readonly #buffer = new ReadBuffer();
  #file: DocFile | undefined;
  #lines: Lines | undefined;

  constructor(statements: Statements, signal: AbortSignal | undefined) {
    this.#files = new ProjectFiles(statements, new Map());
    this.#signal = signal;
  }

  startFile(file: DocFile): void {
    this.#file = file;
    this.#lines = undefined;
  }

  /** The file is not read yet: then `read` must be called before `of`. */
  get isUnread(): boolean {
    return this.#lines === undefined;
  }

  async read(): Promise<void> {
    this.#lines = await this.#read();
  }

  /** Empty if the declaration has none. @param declaration of the file, with its 1-based first line */
  of({ startLine, language }: { startLine: number; language: string }): string {
    return docSentence(this.#lines ?? [], startLine - 1, language);
  }

  async #read(): Promise<Lines> {
    if (this.#file?.sha256 === undefined) return [];
    const { project, path, sha256, language } = this.#file;
    const file = { project, path, sha256: hex(sha256) };
    const reading = await this.#files.readIndexed(file, LARGEST_FILE_BYTES, this.#signal, this.#buffer);
    if ('reason' in reading || reading.bytes === undefined) return [];
    const decoded = await decodeSource(reading.bytes, language);
    return 'text' in decoded ? TextLines.of(decoded.text) : [];
  }
}
