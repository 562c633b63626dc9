import type { Engine } from '#parse/engine.ts';
import type { DecodedUnits } from '#relate/copies/decoded-units.ts';
import type { RelateInput, Relations } from '#relate/input.ts';
import { relateInSteps } from '#relate/relate.ts';
import { GitAttributes } from '#tree/gitignore/git-attributes.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';
import { type ListedProject, type ListingContext, listProject, sizesOf } from './list-project.ts';
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
  const listed = await listProject(project, options, context);
  // Engines that read complete projects return no n-grams.
  const native = context.wantsGrams === undefined ? await nativeEntries([listed], nativeContext(context)) : undefined;
  const result = await scanRead(listed, native?.[0], new Map(), context);
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
  before: string | TreeSource,
  after: string | TreeSource,
  options: ScanOptions,
  { onEvent, foldsOnlyAfter = false, onlyChangedPart = false, outcomes: kept, ...context }: SidesContext,
): Promise<[Scan, Scan]> {
  const delayed: ScanEvent[] = [];
  const old = await listProject(before, options, { ...context, onEvent: (event) => onEvent?.(event, 0) });
  const now = await listProject(after, options, { ...context, onEvent: (event) => delayed.push(event) });
  let started = 0;
  const report = (event: ScanEvent, side: number) => {
    started = Math.max(started, side);
    if (started > 0) for (const listing of delayed.splice(0)) onEvent?.(listing, 1);
    onEvent?.(event, side);
  };
  const native = await nativeEntries([old, now], { ...nativeContext(context), onlyChangedPart, onEvent: report });
  const outcomes: Outcomes = kept ?? new Map();
  const side = (listed: ListedProject, number: number) => {
    const onEvent = (event: ScanEvent) => report(event, number);
    const withoutFolding = foldsOnlyAfter && number === 0;
    return scanRead(listed, native?.[number], outcomes, { ...context, withoutFolding, onEvent });
  };
  const scans: [Scan, Scan] = [await side(old, 0), await side(now, 1)];
  if (kept === undefined) for (const it of scans) forgetElements(it);
  return scans;
}

function nativeContext({ withoutCalls = false, ...context }: ScanContext): NativeContext {
  return { ...context, withoutCalls, wantsRelations: true };
}

/** Reads and relates the files if no engine has done it. */
async function scanRead(
  listed: ListedProject,
  native: NativeEntries | undefined,
  outcomes: Outcomes,
  context: ScanContext,
): Promise<Scan> {
  const { source, options, found, excluded, gitProblems, started } = listed;
  const { engine, onEvent, signal, wantsGrams } = context;
  const maxBytes = options.max_bytes;
  const elements = needElements(options.kinds);
  const reading = { engine, maxBytes, roles: options, wantsGrams, elements, outcomes, onEvent, signal };
  const read = async () => {
    const attributes = await GitAttributes.read(source, [...found, ...excluded]);
    return readEntries(source, found, { ...reading, attributes });
  };
  const entries = native?.entries ?? (await read());

  engine.rest();
  const cacheReport = native?.cache ?? engine.cache?.report();
  if (native?.cache !== undefined) onEvent?.({ type: 'cache', report: native.cache });
  const related = native?.relations ?? (await relateEntries(listed, entries, context));
  if (context.withoutFolding) for (const group of related.groups) delete group.folded_into;
  return {
    engine: engine.name,
    root: source.name,
    options,
    entries,
    ...related,
    exclusions: excluded,
    git_problems: gitProblems,
    runtime: {
      jobs: Math.max(1, Math.min(engine.jobs, sizesOf(listed).length)),
      wall_ms: Math.round(performance.now() - started),
      ...(cacheReport && { cache: cacheReport }),
    },
  };
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
