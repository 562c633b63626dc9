import type { Engine } from '#parse/engine.ts';
import type { DecodedUnits } from '#relate/copies/decoded-units.ts';
import type { RelateInput, Relations } from '#relate/input.ts';
import { relateInSteps } from '#relate/relate.ts';
import { Folder } from '#tree/folder.ts';
import { GitAttributes } from '#tree/gitignore/git-attributes.ts';
import { pause } from '#tree/pause.ts';
import type { LaterSource, TreeSource } from '#tree/source.ts';
import { type ListedProject, type ListingContext, listProject } from './list-project.ts';
import type { Entry, FileEntry, Scan, ScanEvent, ScanOptions } from './model.ts';
import { type NativeContext, type NativeEntries, nativeEntries } from './native-entries.ts';
import { copyLimits, needElements } from './options.ts';
import { type Outcomes, readEntries } from './read-entries.ts';
import { readSettings } from './read-settings.ts';

export interface ScanContext extends ListingContext {
  /** Owned by the caller. */
  engine: Engine;
  /** The engine should have the same signal, so that a file being parsed does not delay the end. */
  signal?: AbortSignal;
  /** Files whose n-grams are needed; files from a parse cache may lack them. */
  wantsGrams?: (path: string) => boolean;
  /** Calls are not resolved, which saves a tenth of the time: their columns are empty. */
  withoutCalls?: boolean;
  /** The result has `copy_evidence`, for a comparison with a baseline. */
  withCopyEvidence?: boolean;
  /** Groups have no `folded_into`. */
  withoutFolding?: boolean;
  /** Units of earlier states of the project. */
  decodedUnits?: DecodedUnits;
}

/**
 * Scans one project: its entries, the declarations, imports and calls of each file, and their relations. The result
 * depends only on the project's content and the options, except `runtime`.
 *
 * @param project a folder, as the user wrote it, or another source, which is owned by the caller
 * @throws {AnalyzerError} `not_found`, `unreadable` or `usage` for the folder, its `.analyzerignore` and the options;
 *   `cancelled`; errors of the engine
 */
export async function scan(project: string | TreeSource, options: ScanOptions, context: ScanContext): Promise<Scan> {
  const started = performance.now();
  const source = typeof project === 'string' ? new Folder(project) : project;
  // Engines that read complete projects return no n-grams.
  const native =
    context.wantsGrams === undefined ? await nativeEntries([{ source, options }], nativeContext(context)) : undefined;
  const result =
    scanOfEngine({ source, options, started }, native?.[0], context) ??
    (await scanFiles(source, options, new Map(), context));
  forgetElements(result);
  return result;
}

export interface SidesContext extends Omit<ScanContext, 'onEvent' | 'wantsGrams' | 'withoutFolding'> {
  /** Groups of the first state have no `folded_into`. */
  foldsOnlyAfter?: boolean;
  /** The states need only have what can have findings of a check (`check/changed-part.ts`): engines may leave out the rest. */
  onlyChangedPart?: boolean;
  /** Gets the parsed files with their element blocks, which are then not removed, for `readElements`. */
  outcomes?: Outcomes;
  onEvent?: (event: ScanEvent, side: number) => void;
}

/**
 * Scans two states of one project as `scan` does. Files that are equal in both are parsed once.
 *
 * @throws as `scan`
 */
export async function scanSides(
  before: string | TreeSource | LaterSource,
  after: string | TreeSource,
  options: ScanOptions,
  { onEvent, foldsOnlyAfter = false, onlyChangedPart = false, outcomes: kept, ...context }: SidesContext,
): Promise<[Scan, Scan]> {
  const started = performance.now();
  const old = typeof before === 'string' ? new Folder(before) : before;
  const now = typeof after === 'string' ? new Folder(after) : after;
  const report = (event: ScanEvent, side: number) => onEvent?.(event, side);
  const projects = [old, now].map((source) => ({ source, options }));
  const native = await nativeEntries(projects, { ...nativeContext(context), onlyChangedPart, onEvent: report });
  const outcomes: Outcomes = kept ?? new Map();
  const side = async (source: TreeSource | LaterSource, number: number) => {
    const onEvent = (event: ScanEvent) => report(event, number);
    const withoutFolding = foldsOnlyAfter && number === 0;
    const its = { ...context, withoutFolding, onEvent };
    return (
      scanOfEngine({ source, options, started }, native?.[number], its) ??
      scanFiles('open' in source ? await source.open() : source, options, outcomes, its)
    );
  };
  const scans: [Scan, Scan] = [await side(old, 0), await side(now, 1)];
  if (kept === undefined) for (const it of scans) forgetElements(it);
  return scans;
}

function nativeContext({ withoutCalls = false, ...context }: ScanContext): NativeContext {
  return { ...context, withoutCalls, wantsRelations: true };
}

/** The parts of a scan, from an engine that reads complete projects, or from one that parses single files. */
interface ReadProject {
  source: Pick<TreeSource, 'name'>;
  options: ScanOptions;
  /** Start of the work, in milliseconds of `performance.now()`. */
  started: number;
  read: NativeEntries & { relations: Relations };
}

/** The scan of a project that is read and related. */
function finished({ source, options, started, read }: ReadProject, context: ScanContext): Scan {
  const { entries, relations, excluded, gitProblems, cache } = read;
  const { engine, withoutFolding } = context;
  if (withoutFolding) for (const group of relations.groups) delete group.folded_into;
  const files = entries.filter(isFile).length;
  return {
    engine: engine.name,
    root: source.name,
    options,
    entries,
    ...relations,
    exclusions: excluded,
    git_problems: gitProblems,
    runtime: {
      jobs: Math.max(1, Math.min(engine.jobs, files)),
      wall_ms: Math.round(performance.now() - started),
      ...(cache && { cache }),
    },
  };
}

/** A project that an engine has listed, read and related; undefined if it has not. */
function scanOfEngine(
  its: Omit<ReadProject, 'read'>,
  read: NativeEntries | undefined,
  context: ScanContext,
): Scan | undefined {
  if (read?.relations === undefined) return undefined;
  const { engine, onEvent } = context;
  for (const problem of read.gitProblems) onEvent?.({ type: 'git-problem', ...problem });
  engine.rest();
  if (read.cache !== undefined) onEvent?.({ type: 'cache', report: read.cache });
  return finished({ ...its, read: { ...read, relations: read.relations } }, context);
}

/** Lists, reads and relates a project file by file. */
async function scanFiles(
  project: TreeSource,
  options: ScanOptions,
  outcomes: Outcomes,
  context: ScanContext,
): Promise<Scan> {
  const listed = await listProject(project, options, context);
  const { source, found, excluded, gitProblems, started } = listed;
  const { engine, onEvent, signal, wantsGrams } = context;
  const attributes = await GitAttributes.read(source, [...found, ...excluded]);
  const entries = await readEntries(source, found, {
    engine,
    maxBytes: options.max_bytes,
    roles: options,
    wantsGrams,
    elements: needElements(options.kinds),
    outcomes,
    onEvent,
    signal,
    attributes,
  });
  engine.rest();
  const cache = engine.cache?.report();
  const relations = await relateEntries(listed, entries, context);
  return finished({ source, options, started, read: { entries, relations, excluded, gitProblems, cache } }, context);
}

/** Relates the entries of a listed project. @throws {AnalyzerError} `cancelled` */
export async function relateEntries(
  { source, options, found }: ListedProject,
  entries: readonly Entry[],
  {
    onEvent,
    signal,
    withoutCalls = false,
    withCopyEvidence = false,
    withoutFolding = false,
    decodedUnits,
  }: Omit<ScanContext, 'engine'>,
): Promise<Relations> {
  onEvent?.({ type: 'relating' });
  const { source_roots, min_nodes, kinds } = options;
  const input: RelateInput = {
    files: entries.filter(isFile),
    source_roots,
    settings: await readSettings(source, found, signal),
    min_nodes,
    kinds,
    limits: copyLimits(options),
    without_calls: withoutCalls,
    with_copy_evidence: withCopyEvidence,
    without_folding: withoutFolding,
    decoded_units: decodedUnits,
  };
  // Interrupts are handled between two steps.
  const steps = relateInSteps(input);
  for (;;) {
    await pause(signal);
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Element blocks take most of the memory, and only groups are found from them. */
function forgetElements({ entries }: Scan): void {
  for (const entry of entries) if (entry.kind === 'file') delete entry.facts?.elements;
}

function isFile(entry: Entry): entry is FileEntry {
  return entry.kind === 'file';
}
