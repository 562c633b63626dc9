import type { CacheReport } from '#parse/cache/report.ts';
import type { Engine } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import type { Relations } from '#relate/input.ts';
import type { GitProblem } from '#tree/gitignore/git-directory.ts';
import { pause } from '#tree/pause.ts';
import type { TreeOfRevision, TreeSource } from '#tree/source.ts';
import type { ExcludedPath, Found } from '#tree/walk.ts';
import type { Entry, FileEntry, ScanEvent, ScanOptions, SymlinkEntry } from './model.ts';
import { NativeRelations, type RelationsFrame } from './native-relations.ts';
import { FrameFailure, type ProgressFrame, scanEvent, untilFailure } from './project-frames.ts';

export interface NativeContext {
  engine: Engine;
  /** Paths relative to the project of files that this program writes there. */
  ownOutput?: readonly string[] | undefined;
  /** Folder of the engine's parse cache, as the user wrote it. */
  cacheDir?: string | undefined;
  /** Facts have no calls, and without evidence no control structure. */
  withoutCalls: boolean;
  /** Whether the relations of the files are needed too. */
  wantsRelations: boolean;
  /** The copies have evidence for a comparison with a baseline. */
  withCopyEvidence?: boolean | undefined;
  /**
   * Of two states only what can have findings of a check is needed: other files have no declarations and no written imports, files in
   * no cycle have no resolved ones, and other groups are missing.
   */
  onlyChangedPart?: boolean | undefined;
  /** @param project the index of the project */
  onEvent?: ((event: ScanEvent, project: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A project to read: the engine lists it too. */
export interface NativeProject {
  source: Pick<TreeSource, 'location' | 'tree'>;
  options: ScanOptions;
  /** Its paths, if the caller has listed them. */
  found?: readonly Found[];
}

export interface NativeEntries {
  entries: Entry[];
  excluded: ExcludedPath[];
  gitProblems: GitProblem[];
  /** Only if requested. */
  relations: Relations | undefined;
  cache: CacheReport | undefined;
}

/** `known_facts`: the index of earlier facts of a file with the same content. */
type FileRow = Omit<FileEntry, 'facts'> & { facts?: FileFacts; known_facts?: number; tree_hash?: string };

type ExclusionRow = [
  path: string,
  kind: ExcludedPath['kind'],
  reason: ExcludedPath['reason'],
  rule: string,
  sources: boolean,
];

type EntryRow = Exclude<Entry, FileEntry | SymlinkEntry> | (SymlinkEntry & { outside?: true }) | FileRow;

/**
 * For each project its number and progress; then for each project its number, entries and relations in several frames, and
 * the end. `native/analyzer-rs/src/entries` writes them.
 */
type EntriesFrame =
  | ProgressFrame
  | { source: number }
  /** A file exceeded a limit of the engine, which reads the projects again without it. */
  | { restarted: true }
  | { entries: EntryRow[] }
  | { exclusions: ExclusionRow[] }
  | { git_problems: [path: string, reason: string][] }
  | RelationsFrame
  | { done: { cache: CacheReport | null } };

/**
 * Lets an engine read and parse complete projects: one, or two states of one. Files of equal content share their facts.
 *
 * @returns undefined if the engine cannot do it, if it fails, or if it lists other paths because a project changed;
 *   then files must be parsed one by one
 * @throws AnalyzerError `cancelled`
 */
export async function nativeEntries(
  projects: readonly NativeProject[],
  { engine, ownOutput: own = [], cacheDir: cache_dir, withoutCalls, onEvent, signal, ...wanted }: NativeContext,
): Promise<NativeEntries[] | undefined> {
  const sources = projects.map(({ source }) => locationOf(source)).filter((it) => it !== undefined);
  const options = projects[0]?.options;
  if (engine.wholeProject === undefined || options === undefined || sources.length < projects.length) return undefined;
  const { wantsRelations: related, withCopyEvidence: evidence = false, onlyChangedPart: changed_part = false } = wanted;
  const request = { sources, options, own, cache_dir, calls: !withoutCalls, related, evidence, changed_part };
  const facts: FileFacts[] = [];
  const read: NativeEntries[] = [];
  let project = 0;
  const report = (event: ScanEvent) => onEvent?.(event, project);
  let entries: Entry[] = [];
  let excluded: ExcludedPath[] = [];
  let gitProblems: GitProblem[] = [];
  let relations = new NativeRelations(entries, evidence);
  for await (const frame of untilFailure(engine.wholeProject('entries', request, signal))) {
    await pause(signal);
    if (frame instanceof FrameFailure) {
      frame.report(report);
      return undefined;
    }
    const message: EntriesFrame = JSON.parse(frame.header);
    if ('source' in message) project = message.source;
    else if ('entries' in message) entries.push(...readEntries(message.entries, facts));
    else if ('exclusions' in message) excluded.push(...message.exclusions.map(exclusionOf));
    else if ('git_problems' in message) {
      for (const [path, reason] of message.git_problems) gitProblems.push({ path, reason });
    } else if ('done' in message) {
      const found = projects[project]?.found;
      if (found !== undefined && !areListed(entries, found)) return undefined;
      const cache = message.done.cache ?? undefined;
      read.push({ entries, excluded, gitProblems, relations: related ? relations.read() : undefined, cache });
      if (read.length === projects.length) return read;
      [entries, excluded, gitProblems] = [[], [], []];
      relations = new NativeRelations(entries, evidence);
    } else if (isProgress(message)) report(scanEvent(message));
    // Entries come only after the last restart.
    else if (!('restarted' in message)) relations.add(message);
  }
  return undefined;
}

function isProgress(message: EntriesFrame): message is ProgressFrame {
  return 'listed' in message || 'read' in message || 'relating' in message || 'git_problem' in message;
}

function areListed(entries: readonly Entry[], found: readonly Found[]): boolean {
  return entries.length === found.length && entries.every(({ path }, at) => path === found[at]?.path);
}

function exclusionOf([path, kind, reason, rule, sources]: ExclusionRow): ExcludedPath {
  return { path, kind, reason, rule, ...(sources && { sources }) };
}

function locationOf({
  location,
  tree,
}: NativeProject['source']): { folder: string } | { tree: TreeOfRevision } | undefined {
  if (location !== undefined) return { folder: location };
  return tree && { tree };
}

/** @param known all facts so far; gets the new ones */
function* readEntries(rows: readonly EntryRow[], known: FileFacts[]): Generator<Entry> {
  for (const row of rows) {
    if (row.kind === 'symlink') {
      const { outside: _, ...entry } = row;
      yield entry;
      continue;
    }
    if (row.kind !== 'file') {
      yield row;
      continue;
    }
    const { facts: own, known_facts, tree_hash: _, errors, ...entry } = row;
    const facts = own ?? known[known_facts ?? -1];
    if (own !== undefined) known.push(own);
    if (facts !== undefined) yield { ...entry, facts };
    else yield { ...entry, ...(errors && { errors }) };
  }
}
