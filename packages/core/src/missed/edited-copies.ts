import { compareBytes } from '@analyzer/contracts/order';
import { HUNK_RULES, PLACE_RULES } from '#languages/missed-rules.ts';
import { classOf, type FileClass } from '#scan/file-classes.ts';
import type { FileEntry, Group, Scan } from '#scan/model.ts';
import { isSameContent } from '#scan/same-content.ts';
import type { ComparedFiles } from './find-in-change.ts';

/** A changed file: which of its declarations are as before. */
interface ChangedCopies {
  path: string;
  /** Ids before of declarations that were edited or removed. */
  edited: ReadonlySet<string>;
}

/**
 * The files in which a change edits copies, and the files with the other copies. Copies are those of the state before.
 *
 * @param renames the path before, by the path now
 * @param without classes of files that are not compared
 * @returns undefined if no copy was edited
 */
export function filesWithEditedCopies(
  before: Scan,
  now: Scan,
  renames: ReadonlyMap<string, string>,
  without: readonly FileClass[],
): ComparedFiles | undefined {
  const pathsNow = new Map([...renames].map(([path, old]) => [old, path]));
  const current = comparedFiles(now, without);
  const changed = new Map<string, ChangedCopies>();
  for (const [old, entry] of comparedFiles(before, without)) {
    const path = pathsNow.get(old) ?? old;
    const its = current.get(path);
    if (its?.facts === undefined || isSameContent(entry, its)) continue;
    // The author is not done yet.
    if (its.status !== 'analyzed' && entry.status === 'analyzed') continue;
    changed.set(old, { path, edited: editedDeclarations(old, entry, its, before) });
  }
  if (changed.size === 0) return undefined;
  const places = new Places(before, changed);
  const paths = new Map<string, string>();
  const edited = new Set<string>();
  for (const group of before.groups) {
    const its = places.editedIn(group);
    if (its.length === 0) continue;
    const copies = [...new Set(places.pathsOf(group))].filter((old) => current.has(pathsNow.get(old) ?? old));
    // What is in more files is an idiom: no place of it is a copy.
    if (copies.length > PLACE_RULES.max) continue;
    for (const old of copies) paths.set(pathsNow.get(old) ?? old, old);
    for (const { path } of its) edited.add(path);
  }
  // Each has at least one change: as a commit, they would not be compared.
  return edited.size === 0 || edited.size > HUNK_RULES.max_in_commit ? undefined : { paths, edited };
}

function comparedFiles({ entries }: Scan, without: readonly FileClass[]): Map<string, FileEntry> {
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === 'file' && entry.language !== undefined && classOf(entry, without) === undefined
        ? [[entry.path, entry]]
        : [],
    ),
  );
}

function editedDeclarations(path: string, before: FileEntry, now: FileEntry, scan: Scan): Set<string> {
  const bodies = new Set(declarationsOf(now).map(keyOf));
  const ids = scan.relations.get(path)?.ids ?? [];
  return new Set(declarationsOf(before).flatMap((it, at) => (bodies.has(keyOf(it)) ? [] : (ids[at] ?? []))));
}

function declarationsOf({ facts }: FileEntry) {
  return facts?.declarations ?? [];
}

function keyOf({ qualified_name, function_body, tree_hash }: ReturnType<typeof declarationsOf>[number]): string {
  return `${qualified_name}\n${function_body ?? tree_hash}`;
}

/** Where the copies of the state before are. */
class Places {
  readonly #changed: ReadonlyMap<string, ChangedCopies>;
  /** Of declarations, by id. */
  readonly #paths = new Map<string, string>();

  constructor({ relations }: Scan, changed: ReadonlyMap<string, ChangedCopies>) {
    this.#changed = changed;
    for (const [path, { ids }] of relations) for (const id of ids) this.#paths.set(id, path);
  }

  pathsOf({ occurrences, blocks = [] }: Group): string[] {
    return [...occurrences.flatMap((id) => this.#paths.get(id) ?? []), ...blocks.map(({ path }) => path)].sort(
      compareBytes,
    );
  }

  /** The changed files with an edited copy of a group. */
  editedIn({ occurrences, blocks = [] }: Group): ChangedCopies[] {
    const declared = occurrences.flatMap((id) => {
      const file = this.#changed.get(this.#paths.get(id) ?? '');
      return file?.edited.has(id) === true ? [file] : [];
    });
    const inBlocks = blocks.flatMap(({ path, within }) => {
      const file = this.#changed.get(path);
      return file !== undefined && (within === undefined || file.edited.has(within)) ? [file] : [];
    });
    return [...declared, ...inBlocks];
  }
}
