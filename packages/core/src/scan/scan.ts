import type { Engine } from '#parse/engine.ts';
import type { RelateInput, Relations } from '#relate/input.ts';
import { relateInSteps } from '#relate/relate.ts';
import { readIgnoreFile } from '#tree/ignore-file.ts';
import { pause } from '#tree/pause.ts';
import { Policy } from '#tree/policy.ts';
import { openRoot } from '#tree/root.ts';
import { walk } from '#tree/walk.ts';
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
}

/**
 * Scans one folder: what is in it, what each file declares, imports and calls, and how all that hangs together.
 * The result depends on the folder's content and the options alone, `runtime` aside.
 *
 * @param path the folder, as a person wrote it
 * @throws {AnalyzerError} `not_found`, `unreadable` or `usage` for the folder, its `.analyzerignore` and the options;
 *   `cancelled`; what the engine throws
 */
export async function scan(path: string, options: ScanOptions, context: ScanContext): Promise<Scan> {
  const { engine, onEvent, signal, ownOutput, cacheDir } = context;
  const started = performance.now();

  const root = openRoot(path);
  requireSourceRoots(root.location, options.source_roots);
  const cache = cacheDir === undefined ? undefined : placeOfCache(root.location, cacheDir);
  const policy = new Policy({ ...options, own: ownOutput, cache }, options.all ? [] : readIgnoreFile(root.location));

  const { found, leftOut } = await walk(root.location, policy, signal);
  const sizes = found.flatMap((each) => (each.kind === 'file' ? [each.size] : []));
  onEvent?.({ type: 'listed', files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });

  const entries = await readEntries(root.location, found, { engine, maxBytes: options.max_bytes, onEvent, signal });

  engine.rest?.();
  const cacheReport = engine.cacheReport?.();
  onEvent?.({ type: 'relating' });
  const { source_roots, min_nodes } = options;
  const related = await relate({ files: entries.filter(isFile), source_roots, min_nodes }, signal);

  return {
    engine: engine.name,
    root: root.name,
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
