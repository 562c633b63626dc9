import type { Engine } from '#parse/engine.ts';
import type { RelateInput, Relations } from '#relate/input.ts';
import { relateInSteps } from '#relate/relate.ts';
import { Folder } from '#tree/folder.ts';
import { pause } from '#tree/pause.ts';
import { Policy } from '#tree/policy.ts';
import type { TreeSource } from '#tree/source.ts';
import { type Listing, walk } from '#tree/walk.ts';
import { placeOfCache } from './cache-place.ts';
import type { Entry, FileEntry, Scan, ScanEvent, ScanOptions } from './model.ts';
import { requireSourceRoots } from './options.ts';
import { readEntries } from './read-entries.ts';

export interface ScanContext {
  /** Stays open; whoever made it closes it. */
  engine: Engine;
  onEvent?: (event: ScanEvent) => void;
  /** Best given to the engine too, so that a file that is being parsed does not hold up the end. */
  signal?: AbortSignal;
  /** Paths below the folder of files that this program is writing there. */
  ownOutput?: readonly string[];
  /** Folder of the engine's parse cache, as a person wrote it. */
  cacheDir?: string;
  /** Files whose grams are wanted too; a file that a parse cache knows may come without. */
  wantsGrams?: (path: string) => boolean;
  /** Calls are not resolved, which takes a tenth of the time: their columns stay empty. */
  withoutCalls?: boolean;
}

/**
 * Scans one project: what is in it, what each file declares, imports and calls, and how all that hangs together.
 * The result depends on the project's content and the options alone, `runtime` aside.
 *
 * @param project a folder, as a person wrote it, or another source of a tree, which stays open
 * @throws {AnalyzerError} `not_found`, `unreadable` or `usage` for the folder, its `.analyzerignore` and the options;
 *   `cancelled`; what the engine throws
 */
export async function scan(project: string | TreeSource, options: ScanOptions, context: ScanContext): Promise<Scan> {
  const { engine, onEvent, signal, wantsGrams, withoutCalls = false } = context;
  const started = performance.now();

  const source = typeof project === 'string' ? new Folder(project) : project;
  requireSourceRoots((path) => source.hasFolder(path), options.source_roots);
  const { found, leftOut } = await list(source, options, context);
  const sizes = found.flatMap((each) => (each.kind === 'file' ? [each.size] : []));
  onEvent?.({ type: 'listed', files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });

  const maxBytes = options.max_bytes;
  const entries = await readEntries(source, found, { engine, maxBytes, wantsGrams, onEvent, signal });

  engine.rest?.();
  const cacheReport = engine.cacheReport?.();
  onEvent?.({ type: 'relating' });
  const { source_roots, min_nodes } = options;
  const related = await relate(
    { files: entries.filter(isFile), source_roots, min_nodes, without_calls: withoutCalls },
    signal,
  );

  return {
    engine: engine.name,
    root: source.name,
    options,
    entries,
    ...related,
    exclusions: leftOut,
    runtime: {
      jobs: Math.max(1, Math.min(engine.jobs, sizes.length)),
      wall_ms: Math.round(performance.now() - started),
      ...(cacheReport && { cache: cacheReport }),
    },
  };
}

/** The paths of the regular files that a scan would take in, without reading one. @throws as `scan` */
export async function listFiles(
  source: TreeSource,
  options: ScanOptions,
  context: Pick<ScanContext, 'cacheDir' | 'signal'>,
): Promise<Set<string>> {
  const { found } = await list(source, options, context);
  return new Set(found.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])));
}

async function list(
  source: TreeSource,
  options: ScanOptions,
  { ownOutput, cacheDir, signal }: Pick<ScanContext, 'ownOutput' | 'cacheDir' | 'signal'>,
): Promise<Listing> {
  // In a revision there is no cache.
  const { location } = source;
  const cache = cacheDir === undefined || location === undefined ? undefined : placeOfCache(location, cacheDir);
  const policy = new Policy({ ...options, own: ownOutput, cache }, options.all ? [] : await source.ignored());
  return walk(source, policy, signal);
}

/** An interrupt is heard between two steps. */
async function relate(input: RelateInput, signal: AbortSignal | undefined): Promise<Relations> {
  const steps = relateInSteps(input);
  for (;;) {
    await pause(signal);
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function isFile(entry: Entry): entry is FileEntry {
  return entry.kind === 'file';
}
