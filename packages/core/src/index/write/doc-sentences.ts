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
  /** Of its declarations, as `staging.ts` has them; undefined if they must be read from the file. */
  sentences: Uint8Array | undefined;
}

/** A declaration of a file. */
interface Documented {
  index: number;
  /** 1-based. */
  startLine: number;
  language: string;
}

/**
 * Sentences of doc comments by declaration: those that the engine has read, and of other files, read from the projects on this
 * machine if they still have the indexed bytes.
 */
export class DocSentences {
  readonly #files: ProjectFiles;
  readonly #signal: AbortSignal | undefined;
  readonly #buffer = new ReadBuffer();
  #file: DocFile | undefined;
  #lines: Lines | undefined;
  #sentences: readonly string[] | undefined;

  constructor(statements: Statements, signal: AbortSignal | undefined) {
    this.#files = new ProjectFiles(statements, new Map());
    this.#signal = signal;
  }

  startFile(file: DocFile): void {
    this.#file = file;
    this.#lines = undefined;
    this.#sentences = file.sentences && textOf(file.sentences).split('\n');
  }

  /** The file is not read yet: then `read` must be called before `of`. */
  get isUnread(): boolean {
    return this.#lines === undefined && this.#sentences === undefined;
  }

  async read(): Promise<void> {
    this.#lines = await this.#read();
  }

  /** Empty if the declaration has none. */
  of({ index, startLine, language }: Documented): string {
    if (this.#sentences !== undefined) return this.#sentences[index] ?? '';
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

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
