import { FILE_CLASSES, hasClass } from '#scan/file-classes.ts';
import type { CopyEvidence, FileEntry, Group, Scan } from '#scan/model.ts';
import { isSameContent } from '#scan/same-content.ts';
import { callbackLocation } from './callback-copies.ts';

/**
 * The part of two states of a project that can have findings: the changed files, the files that have or had copies of code in
 * these, and the groups of copies in them. Other copies are where they were, so a check finds the same without them.
 */
export function changedPart(before: Scan, now: Scan): { before: Scan; now: Scan } {
  const [old, current] = [new CopyPaths(before), new CopyPaths(now)];
  const changed = changedPaths(before, now);
  const touched = [...old.groupsIn(changed), ...current.groupsIn(changed)];
  // A declaration that is in such a group may be in another one in the other state.
  const declarations = new Set(touched.flatMap(declarationsOf));
  const paths = new Set(changed);
  for (const [side, other] of [[old, current] as const, [current, old] as const]) {
    for (const path of side.pathsWith(changed, declarations)) paths.add(path);
    for (const path of side.membersNotIn(other)) paths.add(path);
  }
  return { before: old.partIn(paths), now: current.partIn(paths) };
}

/** Paths of files that are not the same in both states. */
function changedPaths(before: Scan, now: Scan): Set<string> {
  const old = new Map(filesOf(before).map((file) => [file.path, file]));
  const changed = new Set<string>();
  for (const file of filesOf(now)) {
    const its = old.get(file.path);
    old.delete(file.path);
    if (its === undefined || !isSameFile(its, file)) changed.add(file.path);
  }
  for (const path of old.keys()) changed.add(path);
  return changed;
}

function isSameFile(before: FileEntry, now: FileEntry): boolean {
  return isSameContent(before, now) && FILE_CLASSES.every((name) => hasClass(before, name) === hasClass(now, name));
}

function filesOf({ entries }: Scan): FileEntry[] {
  return entries.filter((entry) => entry.kind === 'file');
}

type Occurrences = Pick<Group, 'occurrences' | 'blocks'>;

/** Ids of the occurrences that are declarations. */
function declarationsOf({ occurrences, blocks = [] }: Occurrences): string[] {
  return [...occurrences, ...blocks.flatMap(({ within, is_declaration }) => (is_declaration && within ? within : []))];
}

/** Where the copies of a scan are. */
class CopyPaths {
  readonly #scan: Scan;
  /** Of the declarations, by id. */
  readonly #paths = new Map<string, string>();
  /** Bodies of the declarations that are similar to others, by id. */
  readonly #members: ReadonlyMap<string, string>;
  /** Paths of the callbacks that are similar to others, by their location and body. */
  readonly #callbacks: ReadonlyMap<string, string>;

  constructor(scan: Scan) {
    this.#scan = scan;
    for (const [path, { ids }] of scan.relations) for (const id of ids) this.#paths.set(id, path);
    this.#members = new Map(scan.copy_evidence?.members.map(({ id, body }) => [id, body]));
    this.#callbacks = new Map(
      scan.copy_evidence?.callbacks.map(({ block, body }) => {
        return [`${callbackLocation(block)} ${block.start_byte} ${body}`, block.path];
      }),
    );
  }

  /** The groups that have an occurrence in one of these files. */
  groupsIn(paths: ReadonlySet<string>): Group[] {
    return this.#scan.groups.filter((group) => this.#pathsOf(group).some((path) => paths.has(path)));
  }

  /** Paths of the groups that have an occurrence in one of these files, or one of these declarations. */
  pathsWith(paths: ReadonlySet<string>, declarations: ReadonlySet<string>): string[] {
    return this.#scan.groups.flatMap((group) => {
      const its = this.#pathsOf(group);
      const isWanted = its.some((path) => paths.has(path)) || declarationsOf(group).some((id) => declarations.has(id));
      return isWanted ? its : [];
    });
  }

  /** Paths of the declarations and callbacks that are similar to others, but have another body or no similar one in another state. */
  *membersNotIn(other: CopyPaths): Generator<string> {
    for (const [id, body] of this.#members) if (other.#members.get(id) !== body) yield this.#pathOf(id);
    for (const [callback, path] of this.#callbacks) if (!other.#callbacks.has(callback)) yield path;
  }

  /** The scan without the groups that have an occurrence elsewhere, and without the declarations of other files. */
  partIn(paths: ReadonlySet<string>): Scan {
    const { entries, relations, groups, copy_evidence: evidence, ...others } = this.#scan;
    return {
      ...others,
      entries: entries.map((entry) => {
        if (entry.kind !== 'file' || paths.has(entry.path)) return entry;
        const { facts: _, ...file } = entry;
        return file;
      }),
      relations: new Map(
        [...relations].map(([path, its]) => [path, paths.has(path) ? its : { ...its, ids: [], is_test: [] }]),
      ),
      groups: groups.filter((group) => this.#pathsOf(group).every((path) => paths.has(path))),
      ...(evidence && { copy_evidence: this.#evidenceIn(evidence, paths) }),
    };
  }

  #evidenceIn({ members, callbacks, repeats, units }: CopyEvidence, paths: ReadonlySet<string>): CopyEvidence {
    return {
      members: members.filter(({ id }) => paths.has(this.#pathOf(id))),
      callbacks: callbacks.filter(({ block }) => paths.has(block.path)),
      // How often a run occurs in all files decides whether there are more.
      repeats: repeats.filter(({ blocks }) => blocks.some(({ path }) => paths.has(path))),
      units,
    };
  }

  #pathsOf({ occurrences, blocks = [] }: Occurrences): string[] {
    return [...occurrences.map((id) => this.#pathOf(id)), ...blocks.map(({ path }) => path)];
  }

  #pathOf(id: string): string {
    return this.#paths.get(id) ?? '';
  }
}
