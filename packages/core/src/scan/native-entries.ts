import type { CacheReport } from '#parse/cache/report.ts';
import type { Engine } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import { pause } from '#tree/pause.ts';
import type { TreeSource } from '#tree/source.ts';
import type { ListedProject } from './list-project.ts';
import type { Entry, FileEntry, ScanEvent, SymlinkEntry } from './model.ts';
import { FrameFailure, type ProgressFrame, scanEvent, untilFailure } from './project-frames.ts';

export interface NativeContext {
  engine: Engine;
  /** Paths relative to the project of files that this program writes there. */
  ownOutput?: readonly string[] | undefined;
  /** Folder of the engine's parse cache, as the user wrote it. */
  cacheDir?: string | undefined;
  /** Facts have no calls and no control structure. */
  withoutCalls: boolean;
  onEvent?: ((event: ScanEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface NativeEntries {
  entries: Entry[];
  cache: CacheReport | undefined;
}

/** `elements` is the length of the element block in the frame's body. */
type FileRow = Omit<FileEntry, 'facts'> & {
  facts?: Omit<FileFacts, 'elements'>;
  elements?: number;
  tree_hash?: string;
};

type EntryRow = Exclude<Entry, FileEntry | SymlinkEntry> | (SymlinkEntry & { outside?: true }) | FileRow;

/** Frames in this order: progress, entries in several frames, the end. `native/analyzer-rs/src/entries` writes them. */
type EntriesFrame =
  | ProgressFrame
  /** A file exceeded a limit of the engine, which reads the project again without it. */
  | { restarted: true }
  | { entries: EntryRow[] }
  | { done: { cache: CacheReport | null } };

/**
 * Lets an engine read and parse a complete project.
 *
 * @returns undefined if the engine cannot do it, if it fails, or if it lists other paths because the project changed;
 *   then files must be parsed one by one
 * @throws AnalyzerError `cancelled`
 */
export async function nativeEntries(
  { source, options, found }: Pick<ListedProject, 'source' | 'options' | 'found'>,
  { engine, ownOutput: own = [], cacheDir: cache_dir, withoutCalls, onEvent, signal }: NativeContext,
): Promise<NativeEntries | undefined> {
  const named = locationOf(source);
  if (engine.wholeProject === undefined || named === undefined) return undefined;
  const entries: Entry[] = [];
  const request = { source: named, options, own, cache_dir, calls: !withoutCalls };
  for await (const frame of untilFailure(engine.wholeProject('entries', request, signal))) {
    await pause(signal);
    if (frame instanceof FrameFailure) {
      frame.report(onEvent);
      return undefined;
    }
    const message: EntriesFrame = JSON.parse(frame.header);
    if ('done' in message) {
      const isListed = entries.length === found.length && entries.every(({ path }, at) => path === found[at]?.path);
      return isListed ? { entries, cache: message.done.cache ?? undefined } : undefined;
    }
    if ('entries' in message) entries.push(...readEntries(message.entries, frame.body));
    // Entries come only after the last restart.
    else if (!('restarted' in message || 'relating' in message)) onEvent?.(scanEvent(message));
  }
  return undefined;
}

/** A revision is named by its object, because its name may point to another one later. */
function locationOf({ location, revision }: TreeSource): { folder: string } | { revision: string } | undefined {
  if (location !== undefined) return { folder: location };
  if (revision === undefined) return undefined;
  const { written, object } = revision;
  return { revision: object + written.slice(written.indexOf(':')) };
}

function* readEntries(rows: readonly EntryRow[], body: Uint8Array): Generator<Entry> {
  let at = 0;
  for (const row of rows) {
    if (row.kind === 'symlink') {
      const { outside: _, ...entry } = row;
      yield entry;
      continue;
    }
    if (row.kind !== 'file' || row.facts === undefined) {
      yield row;
      continue;
    }
    const { facts, elements, tree_hash: _, errors: __, ...entry } = row;
    if (elements === undefined) yield { ...entry, facts };
    else yield { ...entry, facts: { ...facts, elements: body.subarray(at, at + elements) } };
    at += elements ?? 0;
  }
}
