import { Folder } from '#tree/folder.ts';
import type { LaterSource, TreeSource } from '#tree/source.ts';
import { finishedScan, type ReadProject } from './finished-scan.ts';
import type { Scan, ScanEvent, ScanOptions } from './model.ts';
import { type NativeContext, type NativeEntries, nativeEntries } from './native-entries.ts';
import type { Outcomes } from './read-entries.ts';
import type { ScanContext } from './scan-context.ts';

/** Engines that read complete projects return no n-grams. */
type ProjectContext = Omit<ScanContext, 'wantsGrams'>;

/**
 * Scans one project: its entries, the declarations, imports and calls of each file, and their relations. The result
 * depends only on the project's content and the options, except `runtime`.
 *
 * @param project a folder, as the user wrote it, or another source, which is owned by the caller
 * @throws {AnalyzerError} `not_found`, `unreadable` or `usage` for the folder, its `.analyzerignore` and the options;
 *   `cancelled`; errors of the engine
 */
export async function scan(project: string | TreeSource, options: ScanOptions, context: ProjectContext): Promise<Scan> {
  const started = performance.now();
  const source = typeof project === 'string' ? new Folder(project) : project;
  const native = await nativeEntries([{ source, options }], nativeContext(context));
  const result =
    scanOfEngine({ source, options, started }, native?.[0], context) ??
    (await scanFileByFile(source, options, new Map(), context));
  forgetElements(result);
  return result;
}

export interface SidesContext extends Omit<ProjectContext, 'onEvent' | 'withoutFolding'> {
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
      scanFileByFile('open' in source ? await source.open() : source, options, outcomes, its)
    );
  };
  const scans: [Scan, Scan] = [await side(old, 0), await side(now, 1)];
  if (kept === undefined) for (const it of scans) forgetElements(it);
  return scans;
}

function nativeContext({ withoutCalls = false, ...context }: ProjectContext): NativeContext {
  return { ...context, withoutCalls, wantsRelations: true };
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
  return finishedScan({ ...its, read: { ...read, relations: read.relations } }, context);
}

/** Its modules take some time to load, and an engine that reads complete projects needs none of them. */
async function scanFileByFile(
  ...args: [project: TreeSource, options: ScanOptions, outcomes: Outcomes, context: ScanContext]
): Promise<Scan> {
  const { scanFiles } = await import('./scan-files.ts');
  return scanFiles(...args);
}

/** Element blocks take most of the memory, and only groups are found from them. */
function forgetElements({ entries }: Scan): void {
  for (const entry of entries) if (entry.kind === 'file') delete entry.facts?.elements;
}
