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
  /** SHA-256 of `bytes` in hex, computed by the caller. A parse cache needs it, a parser does not. */
  sha256?: string;
  /** Hand out the file's grams too, by which files are compared. A parse cache may know the facts and not the grams. */
  grams?: true;
  /** Include the file's element block. */
  elements?: true;
  /** Return only the file's syntax tree and imports; no cache has it. */
  tree?: true;
  /** Uses of names are not needed: calls (except among control structures), objects and references. */
  withoutUses?: true;
}

/** Parsing never throws for content: facts, or a status that says why there are none. */
export type ParseOutcome =
  | { status: 'analyzed'; facts: FileFacts; encoding?: string }
  | { status: 'partial'; facts: FileFacts & { errors: ErrorRanges }; encoding?: string }
  | { status: 'syntax-error'; errors: ErrorRanges; encoding?: string }
  | { status: 'unsupported-language' | 'missing-parser' | 'undecodable' | 'timeout' | 'parser-failed'; reason: string };

/** A message of an engine that scans a project. */
export interface ProjectFrame {
  /** JSON. */
  header: string;
  body: Uint8Array;
}

/**
 * Scans a complete project and returns its index rows (the protocol is in `index/write/whole-project.ts`) or its entries
 * (`scan/native-entries.ts`), or returns the copies in all files of an index (`index/write/native-groups.ts`). Throws if it
 * cannot; then the caller scans file by file, or finds the copies itself. It has a parse cache of its own.
 *
 * @param request gets the engine's number of jobs
 * @param files frames after the request
 */
export type WholeProjectScan = (
  command: 'index' | 'entries' | 'copies',
  request: object,
  signal?: AbortSignal,
  files?: Iterable<ProjectFrame>,
) => AsyncIterable<ProjectFrame>;

/** The supervising process of an engine failed; the message says how. */
export class SupervisionFailure extends Error {}

/** The parse cache of an engine. */
export interface EngineCache {
  /** A cached outcome. The caller may change the bytes of the job after the call. */
  recall(job: ParseJob): ParseOutcome | undefined;
  /** Statistics since the previous call. Writes pending entries to disk first. */
  report(): CacheReport | undefined;
}

/**
 * The port of both engines. No member is optional: an engine that wraps another one must implement each
 * capability.
 */
export interface Engine {
  readonly name: 'portable' | 'native';
  /** Everything that outcomes depend on besides the job: engine, parsers, grammars, language data. */
  versions(): string;
  /** Number of files parsed at once. */
  readonly jobs: number;
  parse(job: ParseJob): Promise<ParseOutcome>;
  readonly cache: EngineCache | undefined;
  readonly wholeProject: WholeProjectScan | undefined;
  /** Frees memory that only saves time. The engine can parse again. */
  rest(): void;
  close(): Promise<void>;
}

export interface EngineOptions {
  jobs: number;
  /** Return token records too. */
  tokens?: boolean;
  signal?: AbortSignal;
}
