import type { TreePath } from '../location.ts';
import type { EntryKind } from '../source.ts';

export interface GitEntry {
  name: Buffer;
  kind: EntryKind;
  object: string;
  size: number;
  executable: boolean;
  /** The repository does not have the object. */
  isMissing?: true;
}

export interface Listing {
  /** Entries of each folder, by key. */
  folders: ReadonlyMap<string, GitEntry[]>;
  /** By key. */
  entries: ReadonlyMap<string, GitEntry>;
}

/** Paths may contain any bytes, so a key has one character for each byte. */
export function keyOf({ path, raw }: TreePath): string {
  return (raw ?? Buffer.from(path)).toString('latin1');
}

/**
 * Parses `<mode> <type> <object> <size>\t<path>\0` lines.
 *
 * @param sizes by object, of lines without sizes
 * @param missing objects that the repository does not have
 */
export function listingOf(
  lines: Buffer,
  sizes?: ReadonlyMap<string, number>,
  missing: ReadonlySet<string> = new Set(),
): Listing {
  const folders = new Map<string, GitEntry[]>([['', []]]);
  const entries = new Map<string, GitEntry>();
  for (let start = 0, end = lines.indexOf(0); end >= 0; start = end + 1, end = lines.indexOf(0, start)) {
    const tab = lines.indexOf(0x09, start);
    const [mode = '', type = '', object = '', size = ''] = lines.toString('latin1', start, tab).split(/ +/);
    const key = lines.toString('latin1', tab + 1, end);
    const slash = key.lastIndexOf('/');
    const name = Buffer.from(key.slice(slash + 1), 'latin1');
    const kind = kindOf(mode, type);
    // A submodule is an unreadable folder.
    const entry: GitEntry = {
      name,
      kind,
      object,
      size: sizes?.get(object) ?? (Number(size) || 0),
      executable: mode === '100755',
    };
    if (type === 'commit') entry.size = -1;
    else if (missing.has(object)) entry.isMissing = true;
    entries.set(key, entry);
    const siblings = folders.get(slash < 0 ? '' : key.slice(0, slash));
    if (siblings === undefined) throw new RangeError('git lists a file before its folder');
    siblings.push(entry);
    if (kind === 'directory') folders.set(key, []);
  }
  return { folders, entries };
}

function kindOf(mode: string, type: string): EntryKind {
  if (type === 'tree' || type === 'commit') return 'directory';
  return mode === '120000' ? 'symlink' : 'file';
}
