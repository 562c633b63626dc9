import type { Engine, ParseMode, ParseOutcome } from '#parse/engine.ts';
import { TOO_MANY_OPEN_FILES } from '#tree/failure.ts';
import type { GitAttributes } from '#tree/gitignore/git-attributes.ts';
import { pause } from '#tree/pause.ts';
import { ReadBuffer } from '#tree/read.ts';
import { type ChosenRoles, RoleFinder, type RolesOfFiles } from '#tree/roles.ts';
import type { TreeSource } from '#tree/source.ts';
import { tooManyOpenFiles } from '#tree/too-many-open-files.ts';
import type { Found } from '#tree/walk.ts';
import { type FilePlan, parsedFileEntry, parseLimit, planOf, readFileEntry, type UnparsedEntry } from './file-entry.ts';
import type { Entry, FileEntry, ScanEvent } from './model.ts';
import { ModulePackages } from './module-packages.ts';
import { ParseOrder, type Task } from './parse-order.ts';
import { ParseWindow } from './parse-window.ts';

/** By content and mode: identical files are parsed once, also those of two projects that are read with the same options. */
export type Outcomes = Map<string, ParseOutcome | Promise<ParseOutcome>>;

export interface ReadingContext {
  engine: Engine;
  /** Gets the outcomes of the files. */
  outcomes: Outcomes;
  /** Option; 0 for no limit. */
  maxBytes: number;
  /** Globs of classes that the user chose. */
  roles?: ChosenRoles;
  /** The classes of all files, if they are known: to compile the globs takes longer than to read a few files. */
  knownRoles?: RolesOfFiles | undefined;
  /** Of the project. */
  attributes?: GitAttributes;
  /** Whether the n-grams of a file are needed. */
  wantsGrams?: ((path: string) => boolean) | undefined;
  /** Whether the element blocks of files are wanted too. */
  elements?: boolean;
  /** Uses of names are not needed. A cache keeps complete facts, so an engine with one gets no such jobs. */
  withoutUses?: boolean;
  /** The entry of a file that is not read again, because it has not changed. */
  known?: ((plan: FilePlan) => FileEntry | undefined) | undefined;
  onEvent?: ((event: ScanEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Enough waiting files per job that no parser is idle while a large file is read. */
const FILES_PER_JOB = 24;
const BYTES_IN_FLIGHT = 16 * 1024 * 1024;
/** Interval at which interrupts are handled while no parser is awaited. */
const PAUSE_AFTER_MS = 10;

/**
 * Creates an entry of each found path: reads and hashes every file, and lets files of parsed languages be parsed; other
 * files are read while the parsers are busy. The result has the order of `found`.
 *
 * @throws errors of the engine; {AnalyzerError} `cancelled`, `too_many_open_files`
 */
export async function readEntries(
  source: TreeSource,
  found: readonly Found[],
  context: ReadingContext,
): Promise<Entry[]> {
  const packages = await ModulePackages.read(source, found, context.signal);
  const entries = await new EntryReader(source, found, packages, context).run();
  for (const entry of entries) {
    // The next run would read other files.
    if ('reason' in entry && entry.reason === TOO_MANY_OPEN_FILES) throw tooManyOpenFiles();
    const problem = packages.problems.get(entry.path);
    if (problem !== undefined && entry.kind === 'file') entry.reason ??= problem;
  }
  return entries;
}

class EntryReader {
  readonly #source: TreeSource;
  readonly #context: ReadingContext;
  readonly #limit: number;
  readonly #entries: (Entry | undefined)[];
  readonly #toParse: ParseOrder;
  readonly #toHash: Task[];
  readonly #window: ParseWindow;
  readonly #roles: RolesOfFiles;
  /** Shared memory if nearly all files are cached, so that only a few files need memory of their own. */
  readonly #buffer: ReadBuffer | undefined;
  readonly #outcomes: Outcomes;
  #failure: { error: unknown } | undefined;

  constructor(source: TreeSource, found: readonly Found[], packages: ModulePackages, context: ReadingContext) {
    this.#source = source;
    this.#context = context;
    this.#limit = parseLimit(context.maxBytes);
    this.#roles = context.knownRoles ?? new RoleFinder(context.roles);
    this.#entries = found.map((each) => (each.kind === 'file' ? undefined : describedEntry(each)));
    const tasks = found.flatMap((each, index) =>
      each.kind === 'file' ? [{ index, plan: packages.applied(planOf(each)) }] : [],
    );
    this.#toParse = new ParseOrder(tasks.filter(({ plan }) => plan.mayBeParsed));
    this.#toHash = tasks.filter(({ plan }) => !plan.mayBeParsed);
    this.#window = new ParseWindow(context.engine.jobs * FILES_PER_JOB, BYTES_IN_FLIGHT);
    this.#buffer = context.engine.cache && new ReadBuffer();
    this.#outcomes = context.outcomes;
  }

  async run(): Promise<Entry[]> {
    const wake = () => this.#window.wake();
    this.#context.signal?.addEventListener('abort', wake);
    let paused = performance.now();
    try {
      while (this.#toParse.length + this.#toHash.length > 0 || !this.#window.isEmpty) {
        const task = this.#next();
        if (task) await this.#read(task);
        else await this.#window.change();
        if (!this.#window.isEmpty || performance.now() - paused > PAUSE_AFTER_MS) {
          await pause(this.#context.signal);
          paused = performance.now();
        }
        if (this.#failure) throw this.#failure.error;
      }
    } finally {
      this.#context.signal?.removeEventListener('abort', wake);
    }
    return this.#entries.filter((entry) => entry !== undefined);
  }

  #next(): Task | undefined {
    const next = this.#toParse.next();
    if (next && this.#window.canTake(next.plan.found.size)) return this.#toParse.take(next);
    return this.#toHash.pop();
  }

  async #read({ index, plan }: Task): Promise<void> {
    const known = this.#context.known?.(plan);
    if (known !== undefined) {
      this.#finish(index, known);
      if (plan.mayBeParsed) this.#toParse.leave(plan);
      return;
    }
    const { found } = plan;
    const reading =
      found.reason === undefined
        ? await this.#source.read(found, plan.mayBeParsed ? this.#limit : 0, this.#context.signal, this.#buffer)
        : { reason: found.reason };
    const file = readFileEntry(plan, reading, this.#roles, this.#limit);
    const isGenerated = this.#context.attributes?.isGenerated(found);
    if (isGenerated !== undefined) ('entry' in file ? file.entry : file.unparsed).is_generated = isGenerated;
    const entry = 'entry' in file ? file.entry : this.#recalled(file.unparsed, file.mode, file.bytes);
    if (entry !== undefined) {
      this.#finish(index, entry);
      if (plan.mayBeParsed) this.#toParse.leave(plan);
    } else if ('bytes' in file) {
      const bytes = this.#buffer ? new Uint8Array(file.bytes) : file.bytes;
      this.#startParsing({ index, plan }, file.unparsed, file.mode, bytes);
    }
  }

  #recalled(unparsed: UnparsedEntry, mode: ParseMode, bytes: Uint8Array): FileEntry | undefined {
    const { path, sha256 } = unparsed;
    const key = keyOf(unparsed, mode);
    const known = this.#outcomes.get(key);
    if (known instanceof Promise) return undefined;
    if (known !== undefined) return parsedFileEntry(unparsed, known);
    const { engine, elements } = this.#context;
    const job = { path, mode, bytes, ...(sha256 !== undefined && { sha256 }), ...(elements && { elements }) };
    const recalled = engine.cache?.recall(job);
    if (recalled === undefined) return undefined;
    this.#outcomes.set(key, recalled);
    return parsedFileEntry(unparsed, recalled);
  }

  #startParsing({ index, plan }: Task, unparsed: UnparsedEntry, mode: ParseMode, bytes: Uint8Array): void {
    const { length } = bytes;
    this.#window.enter(length);
    this.#parse(unparsed, mode, bytes)
      .then((outcome) => this.#finish(index, parsedFileEntry(unparsed, outcome)))
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#toParse.leave(plan);
        this.#window.leave(length);
      });
  }

  async #parse(unparsed: UnparsedEntry, mode: ParseMode, bytes: Uint8Array): Promise<ParseOutcome> {
    const { path, sha256 } = unparsed;
    const key = keyOf(unparsed, mode);
    let outcome = this.#outcomes.get(key);
    if (outcome === undefined) {
      const grams = this.#context.wantsGrams?.(path) ?? false;
      const { engine, elements } = this.#context;
      const withoutUses = this.#context.withoutUses === true && engine.cache === undefined;
      outcome = engine.parse({
        path,
        mode,
        bytes,
        ...(sha256 !== undefined && { sha256 }),
        ...(grams && { grams }),
        ...(elements && { elements }),
        ...(withoutUses && { withoutUses }),
      });
      this.#outcomes.set(key, outcome);
    }
    return outcome;
  }

  #finish(index: number, entry: FileEntry): void {
    this.#entries[index] = entry;
    this.#context.onEvent?.({ type: 'file', path: entry.path, bytes: entry.size, status: entry.status });
  }
}

function keyOf({ sha256 }: UnparsedEntry, { language, dialect = '' }: ParseMode): string {
  return `${sha256} ${language} ${dialect}`;
}

function describedEntry(found: Exclude<Found, { kind: 'file' }>): Entry {
  const named = { path: found.path, ...(found.raw && { name_lossy: true as const }) };
  if (found.kind === 'symlink')
    return { ...named, kind: 'symlink', ...(found.target !== undefined && { target: found.target }) };
  if (found.reason === undefined) return { ...named, kind: found.kind };
  return { ...named, kind: found.kind, status: 'unreadable', reason: found.reason };
}
