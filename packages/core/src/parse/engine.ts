import type { CacheReport } from './cache/report.ts';
import type { ErrorRanges, FileFacts } from './facts.ts';

/** What decides how bytes are parsed, besides the bytes themselves. Part of a parse cache's key. */
export interface ParseMode {
  /** A language id of `languages/`: `python`, `javascript`, `typescript`, `php`, `bash`. */
  language: string;
  /** `jsx`, `tsx`, `d.ts`, `cjs`, `mjs`, `cts`, `mts`, `pyi`; absent for the language's plain form. */
  dialect?: string;
}

export interface ParseJob {
  /** For messages only; an engine never opens it. */
  path: string;
  mode: ParseMode;
  bytes: Uint8Array;
  /** 64 hex, of the bytes, from whoever read them; a parse cache needs it, a parser does not. */
  sha256?: string;
  /** Hand out the file's grams too, by which files are compared. A parse cache may know the facts and not the grams. */
  grams?: true;
}

/** Parsing never throws for content: facts, or a status that says why there are none. */
export type ParseOutcome =
  | { status: 'analyzed'; facts: FileFacts; encoding?: string }
  | { status: 'partial'; facts: FileFacts & { errors: ErrorRanges }; encoding?: string }
  | { status: 'syntax-error'; errors: ErrorRanges; encoding?: string }
  | { status: 'unsupported-language' | 'missing-parser' | 'undecodable' | 'timeout' | 'parser-failed'; reason: string };

/** A piece of what an engine tells of a project. */
export interface ProjectFrame {
  /** JSON. */
  head: string;
  body: Uint8Array;
}

/** The port of both engines. */
export interface Engine {
  readonly name: 'portable' | 'native';
  /** All that its outcomes depend on besides a job, as a text: engine, parsers, grammars, language data. */
  versions(): string;
  /** How many files it works on at once. */
  readonly jobs: number;
  parse(job: ParseJob): Promise<ParseOutcome>;
  /** Of an engine with a cache: the outcome that it has at hand; its bytes need not stay what they are after the call. */
  recall?(job: ParseJob): ParseOutcome | undefined;
  /**
   * Of an engine that can scan a project whole: what an index holds of it, piece by piece. Whoever asks and answers
   * knows the meaning: `index/write/whole-project.ts`. It throws when it can't, and the project is scanned file by file.
   *
   * @param request with the number of jobs that the engine has
   */
  wholeProject?(request: object, signal?: AbortSignal): AsyncIterable<ProjectFrame>;
  /** Nothing more to parse for now: gives back the memory that it holds only to be fast. It may go on later. */
  rest?(): void;
  /** Of an engine with a cache: what that did since it was last asked. What it keeps is on the disk then. */
  cacheReport?(): CacheReport | undefined;
  close(): Promise<void>;
}

export interface EngineOptions {
  jobs: number;
  /** Hand out token records of functions too. */
  tokens?: boolean;
  signal?: AbortSignal;
}
