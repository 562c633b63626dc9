import { setTimeout as wait } from 'node:timers/promises';
import { compareBytes } from '@analyzer/contracts/order';
import type { CodeClass } from '#lists/list-classes.ts';
import { collectIfLarge } from '#parse/collect-garbage.ts';
import type { Engine } from '#parse/engine.ts';
import { LeftOut, type LeftOutPath } from '#relate/left-out.ts';
import { isSettingName } from '#relate/settings/setting-files.ts';
import { CONFIGURATION_FILE } from '#scan/configuration-file.ts';
import { classOf, type FileClass } from '#scan/file-classes.ts';
import { type FilePlan, parsedFileEntry, parseLimit, planOf, readFileEntry } from '#scan/file-entry.ts';
import { leftOutPaths } from '#scan/left-out-paths.ts';
import { type ListedProject, type ListingContext, listProject } from '#scan/list-project.ts';
import type { Cycle, Entry, FileEntry, ScanOptions } from '#scan/model.ts';
import { ModulePackages } from '#scan/module-packages.ts';
import { nativeEntries } from '#scan/native-entries.ts';
import { needElements } from '#scan/options.ts';
import { readEntries } from '#scan/read-entries.ts';
import { readSettings } from '#scan/read-settings.ts';
import { isSameContent } from '#scan/same-content.ts';
import { lastName } from '#tree/globs/glob.ts';
import { contentOf } from '#tree/read.ts';
import { RoleFinder } from '#tree/roles.ts';
import { type ChangedFile, ImportIndex } from './import-index.ts';
import { LastGoodFacts } from './last-good-facts.ts';
import type { LocatedFamily } from './located.ts';
import type { CopyChange, CopyFamily, SessionChange, UnparsedFile } from './model.ts';
import { type AnalyzedFile, ProjectCopies } from './project-copies.ts';
import { foldersAbove, Scope } from './scope.ts';
import { SessionFolder } from './session-folder.ts';

export interface SessionContext extends ListingContext {
  /** Owned by the caller. */
  engine: Engine;
  /** Count the cycles of all imports, not only of those that run at load. */
  allImports?: boolean;
  /** Classes of files whose copies and imports do not count. */
  without?: readonly FileClass[];
  /** The facts of a file stay while it has syntax errors. */
  keepsFacts?: boolean;
  /** Classes of copies that count, although a list puts them apart. */
  include?: readonly CodeClass[];
  /** Changes name no copies: those of a file are found when `familiesInTurns` asks for them. */
  withoutCopyChanges?: boolean;
}

/** A file on disk, as it was read. */
interface ReadState {
  plan: FilePlan;
  stamp: string;
  entry: FileEntry;
}

/** More changed paths than this are found by listing the complete project. */
const MAX_PATHS = 1000;
/** Copies of at most so many files are searched before they are read again. */
const MAX_PREPARED = 8;
/** Time until changed files are read and sent to the processes that parse them. */
const SENT_MS = 5;

/** Files whose content decides which other files are read, and how. */
const RULE_FILES: ReadonlySet<string> = new Set(['.gitignore', '.analyzerignore', CONFIGURATION_FILE, 'package.json']);

/**
 * A project whose facts are in memory, so that the effect of a changed file on copies and cycles is known soon. Copies are
 * those of the chosen kinds; the functions among them and the cycles are those of a scan of the present files.
 *
 * Calls may overlap; each starts when the earlier ones have ended. Only texts are parsed meanwhile: an edit of a small file
 * does not wait for that of a large one.
 */
export class ProjectSession {
  readonly #folder: SessionFolder;
  readonly #options: ScanOptions;
  readonly #context: SessionContext;
  readonly #roles: RoleFinder;
  readonly #copies: ProjectCopies;
  /** Facts have the elements of near and block groups. */
  readonly #elements: boolean;
  readonly #imports: ImportIndex;
  /** By path. */
  #read = new Map<string, ReadState>();
  /** Texts of an editor instead of the files on disk. */
  readonly #unsaved = new Map<string, FileEntry>();
  /** By path: the last call that sets a text, while it parses. */
  readonly #lastTexts = new Map<string, symbol>();
  /** The files as they are analyzed, by path in byte order. */
  #files = new Map<string, FileEntry>();
  /** Directories that are not read. */
  readonly #excluded = new Set<string>();
  /** Paths that imports can name, and that are not files of the project. */
  readonly #leftOutPaths = new Map<string, LeftOutPath>();
  #leftOut = new LeftOut();
  readonly #lastGood: LastGoodFacts | undefined;
  #isOpen = false;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(folder: SessionFolder, options: ScanOptions, context: SessionContext) {
    this.#folder = folder;
    this.#options = options;
    this.#context = context;
    this.#lastGood = context.keepsFacts === true ? new LastGoodFacts() : undefined;
    this.#roles = new RoleFinder(options);
    this.#copies = new ProjectCopies(options, context.include ?? []);
    this.#elements = needElements(options.kinds);
    this.#imports = new ImportIndex({
      sourceRoots: options.source_roots,
      allImports: context.allImports ?? false,
      isIgnored: (file) => this.#isIgnored(file),
    });
  }

  /**
   * Reads a project.
   *
   * @param path of the folder, as the user wrote it
   * @throws {AnalyzerError} as `scan`
   */
  static async open(path: string, options: ScanOptions, context: SessionContext): Promise<ProjectSession> {
    const session = new ProjectSession(new SessionFolder(path), options, context);
    await session.#open();
    return session;
  }

  /** Name of the folder, without its path. */
  get name(): string {
    return this.#folder.name;
  }

  /** Absolute path of the folder, for the file system only. */
  get location(): string {
    return this.#folder.location;
  }

  /** Paths of directories without watched files: excluded or unreadable ones. */
  get excluded(): ReadonlySet<string> {
    return this.#excluded;
  }

  /** Number of analyzed files. */
  get analyzed(): number {
    let count = 0;
    for (const { facts } of this.#files.values()) if (facts !== undefined) count++;
    return count;
  }

  /** Paths of the files with the name of a configuration file. */
  get configurationFiles(): readonly string[] {
    return [...this.#folder.configurationFiles];
  }

  /** Number of families of functions that are not apart. */
  get families(): number {
    return this.#copies.functionFamilies;
  }

  get cycles(): readonly Cycle[] {
    return this.#imports.cycles;
  }

  /** The families with a copy in a file, in its order. */
  familiesIn(path: string): CopyFamily[] {
    return this.#copies.familiesIn(path);
  }

  /** As `familiesIn`, with positions and in turns with all other work of this thread. */
  familiesInTurns(path: string): Promise<LocatedFamily[]> {
    return this.#copies.familiesInTurns(path);
  }

  /** Of an analyzed file. */
  languageOf(path: string): string | undefined {
    return this.#files.get(path)?.language;
  }

  /** The line of an import, 1-based, from a file to one of these files. */
  importLine(path: string, targets: readonly string[]): number | undefined {
    return this.#imports.lineOf(path, targets);
  }

  /**
   * Searches the copies of files that will be read again, so that `refresh` answers sooner.
   *
   * @param paths as of `refresh`
   */
  prepare(paths: readonly string[]): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#context.withoutCopyChanges !== true) this.#copies.prepareSimilar(this.#presentPaths(paths));
    });
  }

  /**
   * Reads changed files again.
   *
   * @param paths that may have changed, relative to the folder; without them all files are compared with their stamps
   * @throws {AnalyzerError} as `open`; the state is that of before, and a call without paths repairs it
   */
  refresh(paths?: readonly string[]): Promise<SessionChange> {
    return this.#enqueue(() => this.#refresh(paths));
  }

  /**
   * Analyzes a text instead of a file on disk, or as a new file.
   *
   * @param text undefined for the file on disk
   */
  async setText(path: string, text: string | undefined): Promise<SessionChange> {
    const call = Symbol(path);
    this.#lastTexts.set(path, call);
    const entry = await this.#last.then(() => this.#entryOf(path, text));
    return this.#enqueue(async () => {
      // A later text of the file can be parsed sooner.
      if (this.#lastTexts.get(path) !== call) return this.#analyze([]);
      this.#lastTexts.delete(path);
      return this.#setEntry(path, entry);
    });
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #open(): Promise<void> {
    const { engine, cacheDir, ownOutput, onEvent, signal } = this.#context;
    const listed = await listProject(this.#folder, this.#options, this.#context);
    // Entries of a complete project have no elements.
    const native = this.#elements
      ? undefined
      : await nativeEntries([listed], {
          engine,
          cacheDir,
          ownOutput,
          withoutCalls: true,
          wantsRelations: false,
          // Copies are classified by control structure.
          withCopyEvidence: true,
          onEvent: (event) => onEvent?.(event),
          signal,
        });
    const plans = new Map<string, FilePlan>();
    let entries = native?.[0]?.entries;
    if (entries === undefined)
      entries = await this.#readListed(listed, (plan) => void plans.set(plan.found.path, plan));
    else {
      const packages = await ModulePackages.read(this.#folder, listed.found, signal);
      for (const found of listed.found) {
        if (found.kind === 'file') plans.set(found.path, packages.applied(planOf(found)));
      }
    }
    engine.rest();
    await this.#apply(listed, entries, plans, undefined);
    this.#isOpen = true;
  }

  async #refresh(paths: readonly string[] | undefined): Promise<SessionChange> {
    const scope = this.#scopeOf(paths);
    this.#folder.narrowTo(scope);
    const listed = await listProject(this.#folder, this.#options, { ...this.#context, onEvent: () => undefined });
    const plans = new Map<string, FilePlan>();
    const reading = this.#readListed(listed, (plan) => {
      const { path } = plan.found;
      plans.set(path, plan);
      if (scope?.isChanged(path) === true) return undefined;
      const known = this.#read.get(path);
      const isSame = known !== undefined && known.stamp === this.#folder.stampOf(path) && isSamePlan(known.plan, plan);
      return isSame ? known.entry : undefined;
    });
    await Promise.race([reading, wait(SENT_MS)]);
    // While other processes parse.
    if (this.#context.withoutCopyChanges !== true) this.#copies.prepare(this.#presentPaths(paths ?? []));
    return this.#apply(listed, await reading, plans, scope);
  }

  /** The analyzed files among some paths; none of many, because not all may have changed. */
  #presentPaths(paths: readonly string[]): string[] {
    if (paths.length > MAX_PREPARED) return [];
    return paths.filter((path) => this.#files.has(path)).sort(compareBytes);
  }

  /** Undefined if the complete project must be listed. */
  #scopeOf(paths: readonly string[] | undefined): Scope | undefined {
    if (paths === undefined) return undefined;
    const inside = paths.filter((path) => !foldersAbove(path).some((folder) => this.#excluded.has(folder)));
    if (inside.length > MAX_PATHS || inside.some((path) => path === '' || RULE_FILES.has(lastName(path))))
      return undefined;
    // A name that is not UTF-8 may be displayed in another way than the system reports it.
    return inside.some((path) => path.includes('\ufffd')) ? undefined : new Scope(inside);
  }

  #readListed(listed: ListedProject, known: (plan: FilePlan) => FileEntry | undefined): Promise<Entry[]> {
    const { engine, signal } = this.#context;
    return readEntries(listed.source, listed.found, {
      engine,
      maxBytes: this.#options.max_bytes,
      roles: this.#options,
      elements: this.#elements,
      withoutUses: true,
      outcomes: new Map(),
      known,
      onEvent: this.#read.size === 0 ? this.#context.onEvent : undefined,
      signal,
    });
  }

  async #apply(
    listed: ListedProject,
    entries: readonly Entry[],
    plans: ReadonlyMap<string, FilePlan>,
    scope: Scope | undefined,
  ): Promise<SessionChange> {
    this.#exclude(listed, scope);
    const seen = new Set<string>();
    const changed: string[] = [];
    for (const entry of entries) {
      const plan = plans.get(entry.path);
      if (entry.kind !== 'file' || plan === undefined) continue;
      const { path } = entry;
      seen.add(path);
      const before = this.#read.get(path)?.entry;
      const isSame = before !== undefined && isSameContent(before, entry);
      this.#read.set(path, { plan, stamp: this.#folder.stampOf(path), entry: isSame ? before : slim(entry) });
      if (!isSame) changed.push(path);
    }
    for (const path of this.#read.keys()) {
      if (seen.has(path) || scope?.has(path) === false) continue;
      this.#read.delete(path);
      this.#unsaved.delete(path);
      changed.push(path);
    }
    return this.#analyze(changed);
  }

  #exclude({ excluded, found }: ListedProject, scope: Scope | undefined): void {
    for (const path of this.#excluded) if (scope?.enters(path) ?? true) this.#excluded.delete(path);
    for (const { kind, path } of excluded) if (kind === 'directory') this.#excluded.add(path);
    for (const it of found) if (it.kind === 'directory' && it.reason !== undefined) this.#excluded.add(it.path);
    for (const path of this.#leftOutPaths.keys()) if (scope?.has(path) ?? true) this.#leftOutPaths.delete(path);
    for (const it of leftOutPaths({ found, excluded })) this.#leftOutPaths.set(it.path, it);
    this.#leftOut = new LeftOut([...this.#leftOutPaths.values()]);
  }

  /** What a text is as the file; undefined without a text, and if the file would not be read. */
  async #entryOf(path: string, text: string | undefined): Promise<FileEntry | undefined> {
    const known = this.#read.get(path);
    const plan = known?.plan ?? this.#planOfNew(path);
    const content = text === undefined ? undefined : contentOf(Buffer.from(text));
    if (plan === undefined || content === undefined) return undefined;
    if (known?.entry.sha256 === content.sha256) return known.entry;
    const limit = parseLimit(this.#options.max_bytes);
    if (content.size > limit) delete content.bytes;
    const file = readFileEntry(plan, content, this.#roles, limit);
    if ('entry' in file) return file.entry;
    const { unparsed, mode, bytes } = file;
    const { engine } = this.#context;
    // The search before it, so that its garbage is not there while the parser needs most memory.
    collectIfLarge(bytes);
    const outcome = await engine.parse({
      ...{ path, mode, bytes, sha256: content.sha256 },
      ...(this.#elements && { elements: true }),
      ...(engine.cache === undefined && { withoutUses: true }),
    });
    const entry = slim(parsedFileEntry(unparsed, outcome));
    // The answer of the parser, before the copies are searched.
    collectIfLarge(bytes);
    return entry;
  }

  /** @param entry of the text of an editor; undefined for the file on disk */
  #setEntry(path: string, entry: FileEntry | undefined): Promise<SessionChange> {
    const isChanged = entry === undefined ? this.#unsaved.delete(path) : true;
    if (entry !== undefined) this.#unsaved.set(path, entry);
    return this.#analyze(isChanged ? [path] : []);
  }

  /** The plan of a new file; undefined for files on disk that are not read, and for those that would not be read. */
  #planOfNew(path: string): FilePlan | undefined {
    if (this.#folder.has(path) || foldersAbove(path).some((folder) => this.#excluded.has(folder))) return undefined;
    const plan = planOf({ kind: 'file', path, size: 0 });
    return plan.mayBeParsed ? plan : undefined;
  }

  /** Updates the indexes. */
  async #analyze(paths: readonly string[]): Promise<SessionChange> {
    const changed: ChangedFile[] = [];
    let isMoved = false;
    for (const path of [...paths].sort(compareBytes)) {
      const before = this.#files.get(path);
      const current = this.#unsaved.get(path) ?? this.#read.get(path)?.entry;
      if (before === current) continue;
      const after = this.#lastGood === undefined ? current : this.#lastGood.of(before, current);
      changed.push({ path, before, after });
      if (after === undefined) this.#files.delete(path);
      else this.#files.set(path, after);
      isMoved ||= before === undefined;
    }
    if (isMoved) this.#files = new Map([...this.#files].sort(([a], [b]) => compareBytes(a, b)));
    const files = changed.map(({ path, after }) => {
      const facts = after === undefined || this.#isIgnored(after) ? undefined : after.facts;
      return { path, facts, isTest: after?.is_test ?? false, size: after?.size ?? 0 };
    });
    const hasSettings = changed.some(({ path }) => isSettingName(lastName(path)) || this.#imports.reads(path));
    const settings = hasSettings ? await this.#settings() : undefined;
    const cycles = this.#imports.update({ files: this.#files, leftOut: this.#leftOut, settings }, changed);
    return {
      files: changed.map(({ path }) => path),
      copies: await this.#copyChanges(files),
      cycles,
      unparsed: changed.flatMap(({ before, after }) => this.#unparsed(before, after)),
    };
  }

  /** Of a new project none. */
  async #copyChanges(files: readonly AnalyzedFile[]): Promise<CopyChange[]> {
    if (this.#isOpen && this.#context.withoutCopyChanges !== true) return this.#copies.replace(files);
    if (this.#isOpen) await this.#copies.replaceInTurns(files);
    else this.#copies.add(files);
    return [];
  }

  #unparsed(before: FileEntry | undefined, after: FileEntry | undefined): UnparsedFile[] {
    if (after === undefined || this.#lastGood?.has(after.path) !== true) return unparsedFile(before, after);
    const line = after.errors?.ranges[0]?.start_line;
    return [{ path: after.path, status: after.status, ...(line !== undefined && { line }), is_kept: true }];
  }

  #isIgnored(file: FileEntry): boolean {
    return classOf(file, this.#context.without ?? []) !== undefined;
  }

  #settings() {
    const found = Array.from(this.#read.values(), ({ plan }) => plan.found);
    found.sort((a, b) => compareBytes(a.path, b.path));
    return readSettings(this.#folder, found, this.#context.signal);
  }
}

function isSamePlan(a: FilePlan, b: FilePlan): boolean {
  return a.inModulePackage === b.inModulePackage;
}

/** Without calls, and of control structure only the lines, by which copies are classified: these take most of the memory. */
function slim(entry: FileEntry): FileEntry {
  const { facts } = entry;
  if (facts === undefined) return entry;
  const calls = { callee: [], line: [], within: [] };
  const { kind, line } = facts.control;
  const control = { kind, depth: [], line, within: [] };
  return { ...entry, facts: { ...facts, calls, control } };
}

function unparsedFile(before: FileEntry | undefined, after: FileEntry | undefined): UnparsedFile[] {
  if (after?.language === undefined || after.facts !== undefined) return [];
  if (before !== undefined && before.status === after.status && before.reason === after.reason) return [];
  const { path, status, reason } = after;
  const line = after.errors?.ranges[0]?.start_line;
  const why = { ...(reason !== undefined && { reason }), ...(line !== undefined && { line }) };
  return status === 'unsupported-language' ? [] : [{ path, status, ...why }];
}
