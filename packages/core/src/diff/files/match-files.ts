import type { Entry, FileEntry, SymlinkEntry } from '#scan/model.ts';
import { lastName } from '#tree/globs/glob.ts';
import type { FileChange, FileEffect, FileState } from '../model.ts';

type Comparable = FileEntry | SymlinkEntry;

/** Files matched by path or by identical content, and the unmatched files. */
export interface MatchedFiles {
  unchanged: Comparable[];
  /** Changes of all matched files. */
  changes: FileChange[];
  /** Matched files, without unchanged ones. */
  pairs: { before: FileEntry; after: FileEntry }[];
  /** Removed and added files without an identical file. */
  removed: FileEntry[];
  added: FileEntry[];
}

/**
 * Matches files by path, then by content: an identical removed and added file is a move, a further added one is a copy.
 * Each file is in at most one pair; equal names first, then in path order. Empty files are never copies.
 */
export function matchFiles(before: readonly Entry[], after: readonly Entry[]): MatchedFiles {
  const befores = new Map(before.filter(isComparable).map((entry) => [entry.path, entry]));
  const afters = new Map(after.filter(isComparable).map((entry) => [entry.path, entry]));
  const matched: MatchedFiles = { unchanged: [], changes: [], pairs: [], removed: [], added: [] };
  const gone: FileEntry[] = [];
  const born: FileEntry[] = [];
  for (const entry of befores.values()) {
    const now = afters.get(entry.path);
    if (now?.kind === entry.kind) comparePath(entry, now, matched);
    else if (entry.kind === 'file') gone.push(entry);
    else matched.changes.push({ change: 'removed', before: stateOf(entry) });
  }
  for (const entry of afters.values()) {
    if (befores.get(entry.path)?.kind === entry.kind) continue;
    if (entry.kind === 'file') born.push(entry);
    else matched.changes.push({ change: 'added', after: stateOf(entry) });
  }
  matchContent(gone, born, filesOf(befores), filesOf(afters), matched);
  return matched;
}

export function stateOf(entry: Comparable): FileState {
  if (entry.kind === 'symlink') {
    const target = entry.target === undefined ? { outside: true as const } : { target: entry.target };
    return { path: entry.path, size: 0, ...target };
  }
  const { path, size, sha256, lines, language, status } = entry;
  return {
    path,
    size,
    ...(sha256 !== undefined && { sha256 }),
    ...(lines !== undefined && { lines }),
    ...(language !== undefined && { language }),
    status,
  };
}

/** The effect of a change of bytes on the code of a file. */
export function effectOf(before: FileEntry, after: FileEntry): FileEffect {
  const [old, now] = [before.facts, after.facts];
  if (old !== undefined && now !== undefined) return old.tree_hash === now.tree_hash ? 'layout' : 'code';
  const isCode =
    old !== undefined || now !== undefined || NOT_ANALYSED.has(before.status) || NOT_ANALYSED.has(after.status);
  return isCode ? 'unknown' : 'content';
}

const NOT_ANALYSED: ReadonlySet<string> = new Set([
  'syntax-error',
  'missing-parser',
  'too-large',
  'undecodable',
  'timeout',
  'parser-failed',
]);

function isComparable(entry: Entry): entry is Comparable {
  return entry.kind === 'file' || entry.kind === 'symlink';
}

function filesOf(entries: ReadonlyMap<string, Comparable>): FileEntry[] {
  return [...entries.values()].filter((entry) => entry.kind === 'file');
}

function comparePath(before: Comparable, after: Comparable, matched: MatchedFiles): void {
  const states = { before: stateOf(before), after: stateOf(after) };
  if (before.kind === 'symlink' || after.kind === 'symlink') {
    if (states.before.target === states.after.target) matched.unchanged.push(after);
    else matched.changes.push({ change: 'modified', ...states, effect: 'content' });
    return;
  }
  if (before.sha256 === undefined || after.sha256 === undefined) {
    matched.changes.push({ change: 'unreadable', ...states });
    return;
  }
  if (before.sha256 === after.sha256) {
    matched.unchanged.push(after);
    return;
  }
  matched.pairs.push({ before, after });
  matched.changes.push({ change: 'modified', ...states, effect: effectOf(before, after) });
}

function matchContent(
  gone: readonly FileEntry[],
  born: readonly FileEntry[],
  allBefore: readonly FileEntry[],
  allAfter: readonly FileEntry[],
  matched: MatchedFiles,
): void {
  const goneByContent = byContent(gone);
  const sources = byContent(allBefore);
  const remains = byContent(allAfter);
  const moved = new Set<FileEntry>();
  const targets = new Map<FileEntry, FileEntry>();
  for (const [hash, arrivals] of byContent(born)) {
    const leavers = goneByContent.get(hash) ?? [];
    for (const [from, to] of zipped(leavers, arrivals)) {
      moved.add(from);
      targets.set(to, from);
    }
  }
  for (const entry of born) {
    const from = targets.get(entry);
    const source = contentOf(entry) === undefined ? undefined : sources.get(contentOf(entry) ?? '')?.[0];
    if (from !== undefined) {
      matched.changes.push({ change: 'moved', before: stateOf(from), after: stateOf(entry) });
      matched.pairs.push({ before: from, after: entry });
    } else if (source !== undefined) {
      matched.changes.push({ change: 'copied', before: stateOf(source), after: stateOf(entry) });
    } else {
      matched.added.push(entry);
    }
  }
  for (const entry of gone) {
    if (moved.has(entry)) continue;
    const twin = contentOf(entry) === undefined ? undefined : remains.get(contentOf(entry) ?? '')?.[0];
    if (twin === undefined) matched.removed.push(entry);
    else matched.changes.push({ change: 'removed', before: stateOf(entry), same_as: twin.path });
  }
}

function contentOf({ sha256, size }: FileEntry): string | undefined {
  return size === 0 ? undefined : sha256;
}

function byContent(files: readonly FileEntry[]): Map<string, FileEntry[]> {
  const lists = new Map<string, FileEntry[]>();
  for (const file of files) {
    const content = contentOf(file);
    if (content === undefined) continue;
    const list = lists.get(content);
    if (list === undefined) lists.set(content, [file]);
    else list.push(file);
  }
  return lists;
}

/** Pairs equal names first, then files of one folder, then the rest; each in path order. */
function zipped(from: readonly FileEntry[], to: readonly FileEntry[]): [FileEntry, FileEntry][] {
  const pairs: [FileEntry, FileEntry][] = [];
  let [olds, news] = [[...from], [...to]];
  for (const key of [nameOf, folderOf, () => '']) {
    const found = pairBy(key, olds, news);
    pairs.push(...found);
    const taken = new Set(found.flat());
    olds = olds.filter((file) => !taken.has(file));
    news = news.filter((file) => !taken.has(file));
  }
  return pairs;
}

function pairBy(
  key: (file: FileEntry) => string,
  from: readonly FileEntry[],
  to: readonly FileEntry[],
): [FileEntry, FileEntry][] {
  const byKey = new Map<string, FileEntry[]>();
  for (const after of to.toReversed()) {
    const list = byKey.get(key(after));
    if (list === undefined) byKey.set(key(after), [after]);
    else list.push(after);
  }
  return from.flatMap((before): [FileEntry, FileEntry][] => {
    const twin = byKey.get(key(before))?.pop();
    return twin === undefined ? [] : [[before, twin]];
  });
}

function nameOf({ path }: FileEntry): string {
  return lastName(path);
}

function folderOf({ path }: FileEntry): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
