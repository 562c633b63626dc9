import { joinedReport } from '#parse/cache/report.ts';
import type { Engine } from '#parse/engine.ts';
import { listFiles } from '#scan/list-project.ts';
import type { Entry, Scan, ScanEvent, ScanOptions } from '#scan/model.ts';
import type { Outcomes } from '#scan/read-entries.ts';
import { scanFiles } from '#scan/scan-files.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';
import { compareDeclarations } from './declarations/compare-declarations.ts';
import { pairSimilarFiles } from './files/file-matches.ts';
import { matchFiles } from './files/match-files.ts';
import { searchSimilar } from './files/search-similar.ts';
import { compareCycles } from './links/compare-cycles.ts';
import { compareGroups } from './links/compare-groups.ts';
import { compareImports } from './links/compare-imports.ts';
import { groupSide } from './links/group-side.ts';
import type { Diff, DiffOptions, Side } from './model.ts';
import { filesOfClasses, withoutClasses, withoutFiles } from './without-classes.ts';

/** Progress of a diff, in order: the scans of both sides, perhaps one `searching`, one `comparing`. */
export type DiffEvent =
  | { type: 'scanning'; side: 'before' | 'after'; event: ScanEvent }
  /** The number of files without a match that are compared with each other. */
  | { type: 'searching'; files: number }
  | { type: 'comparing' };

export interface DiffContext {
  /** Owned by the caller; not closed here. */
  engine: Engine;
  onEvent?: (event: DiffEvent) => void;
  /** Folder of the engine's parse cache, as written by the user. */
  cacheDir?: string;
  /** Should also be passed to the engine. */
  signal?: AbortSignal;
}

/**
 * Scans two projects and compares the results. The diff depends only on their content and the options, except for
 * `runtime`.
 *
 * @param before the older side; both sides are owned by the caller
 * @throws the errors of a scan
 */
export async function diff(
  before: TreeSource,
  after: TreeSource,
  options: DiffOptions,
  context: DiffContext,
): Promise<Diff> {
  const { engine, onEvent, signal } = context;
  const started = performance.now();
  // Files on one side only may have been moved and edited.
  const newPaths = await listFiles(after, scanOptions(options), context);
  const outcomes: Outcomes = new Map();
  const old = await scanSide('before', before, (path) => !newPaths.has(path), options, outcomes, context);
  const oldPaths = new Set(old.entries.map(({ path }) => path));
  const now = await scanSide('after', after, (path) => !oldPaths.has(path), options, outcomes, context);
  outcomes.clear();
  for (const { entries } of [old, now]) forget(entries, 'elements');

  const matched = matchFiles(old.entries, now.entries);
  const similar = await searchSimilar(
    { files: matched.removed, source: before },
    { files: matched.added, source: after },
    options,
    engine,
    (files) => onEvent?.({ type: 'searching', files }),
    signal,
  );
  for (const { entries } of [old, now]) forget(entries, 'grams');
  onEvent?.({ type: 'comparing' });
  const files = pairSimilarFiles(matched, similar.pairs);
  await pause(signal);
  const { changes, regroupings, idAfter } = compareDeclarations(files, old, now, options.min_nodes);
  await pause(signal);
  const imports = compareImports(old, now, files);
  const ignored = {
    before: filesOfClasses(old, options.without),
    after: filesOfClasses(now, options.without),
  };
  const [counted, countedNow] = [withoutFiles(old, ignored.before), withoutFiles(now, ignored.after)];
  const cycles = compareCycles(counted.cycles, countedNow.cycles, files.pathAfter);
  await pause(signal);
  const groups = compareGroups(groupSide(counted), groupSide(countedNow), { idAfter, pathAfter: files.pathAfter });

  const cache = joinedReport([old.runtime.cache, now.runtime.cache]);
  const result = {
    engine: engine.name,
    options,
    before: sideOf(before),
    after: sideOf(after),
    declarations: changes,
    regroupings,
    imports: imports.changes,
    unchanged_imports: imports.unchanged,
    cycles,
    groups,
    unchanged: matched.unchanged.length,
    files: files.changes,
    similar_files: similar.pairs,
    similarity_search: similar.search,
    scans: { before: old, after: now },
    runtime: {
      jobs: now.runtime.jobs,
      wall_ms: Math.round(performance.now() - started),
      ...(cache && { cache }),
    },
  };
  return withoutClasses(result, options.without, ignored.before, ignored.after);
}

/** Frees facts that take most of the memory. */
function forget(entries: readonly Entry[], facts: 'elements' | 'grams'): void {
  for (const entry of entries) if (entry.kind === 'file') delete entry.facts?.[facts];
}

/** Whether the two sides differ at all. */
export function hasDifferences({ files }: Pick<Diff, 'files'>): boolean {
  return files.length > 0;
}

/** Engines that read complete projects return no n-grams. Files that are equal on both sides are parsed once. */
function scanSide(
  side: 'before' | 'after',
  source: TreeSource,
  wantsGrams: (path: string) => boolean,
  options: DiffOptions,
  outcomes: Outcomes,
  { engine, onEvent, cacheDir, signal }: DiffContext,
): Promise<Scan> {
  return scanFiles(source, scanOptions(options), outcomes, {
    engine,
    wantsGrams,
    withoutCalls: true,
    withoutUses: true,
    ...(cacheDir !== undefined && { cacheDir }),
    onEvent: (event) => onEvent?.({ type: 'scanning', side, event }),
    ...(signal && { signal }),
  });
}

function scanOptions({
  threshold: _threshold,
  max_pairs: _max_pairs,
  without: _without,
  ...options
}: DiffOptions): ScanOptions {
  return options;
}

function sideOf({ name, revision }: TreeSource): Side {
  return { root: name, ...(revision && { revision }) };
}
