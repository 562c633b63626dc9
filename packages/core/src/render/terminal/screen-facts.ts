import { type IntendedMirror, MirrorSides } from '#lists/intended-mirror.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import type { CopyRelation, CopyRelations } from '#relations/model.ts';
import type { Group } from '#scan/model.ts';

/**
 * A fact of the first screen: relations, of which several are forks and families of files in the same folders; or a group, with
 * further ones in the same files.
 */
export type ScreenFact =
  | { relations: [CopyRelation, ...CopyRelation[]]; more: number }
  | { group: Group; more: number; files: readonly string[] };

/** A reader takes in about as many facts. */
const MAX_FACTS = 10;
/** Relations of folders and files come first, and leave some lines to groups and shared helpers. */
const MAX_RELATIONS = 6;

export interface ScreenFacts {
  facts: ScreenFact[];
  /** Numbers of relations and groups that are not among them. */
  more: { relations: number; groups: number };
}

/**
 * The facts of the first screen, of which no two say the same: relations, those with the most lines first, then listed groups that
 * no relation explains, in the order of lists. All vendored libraries are one fact. Relations between the sides of an intended mirror are none.
 *
 * @param filesOf the different files of a group, that of its first occurrence first
 */
export function screenFacts(
  { relations }: CopyRelations,
  { shown }: ListedGroups,
  filesOf: (group: Group) => readonly string[],
  mirrors: readonly IntendedMirror[] = [],
): ScreenFacts {
  const intended = mirrors.map((mirror) => new MirrorSides(mirror));
  const helpers = new Map<string, CopyRelation>();
  const first: CopyRelation[] = [];
  const vendored: CopyRelation[] = [];
  const explained = new Set<string>();
  for (const relation of relations) {
    if (intended.some((it) => it.isIntended(relation.sides))) continue;
    if (relation.kind === 'shared-helper') for (const id of relation.groups) helpers.set(id, relation);
    else if (relation.kind === 'vendored-library') vendored.push(relation);
    else {
      first.push(relation);
      for (const id of relation.groups) explained.add(id);
    }
  }
  const folded = inSameFolders(first).sort((a, b) => linesOf(b) - linesOf(a));
  const facts: ScreenFact[] = folded.slice(0, MAX_RELATIONS).map((its) => ({ relations: its, more: 0 }));
  const more = { relations: folded.slice(MAX_RELATIONS).reduce((sum, its) => sum + its.length, 0), groups: 0 };
  const [library, ...libraries] = vendored;
  if (library !== undefined) facts.push({ relations: [library, ...libraries], more: 0 });
  const known = new Set<CopyRelation>();
  const inFiles = new FilesOfFacts();
  for (const group of shown) {
    const helper = helpers.get(group.id);
    if (explained.has(group.id) || (helper !== undefined && known.has(helper))) continue;
    if (helper !== undefined) known.add(helper);
    const files = helper?.sides ?? filesOf(group);
    const same = inFiles.of(files) ?? facts.find((fact) => isInFolders(files, fact));
    if (same !== undefined) same.more += helper?.groups.length ?? 1;
    else if (facts.length < MAX_FACTS) {
      const fact: ScreenFact = helper === undefined ? { group, more: 0, files } : { relations: [helper], more: 0 };
      facts.push(fact);
      inFiles.add(files, fact);
    } else if (helper === undefined) more.groups++;
    else more.relations++;
  }
  return { facts, more };
}

/** Forks and families of files in the same folders are one fact, where the first one is. */
function inSameFolders(relations: readonly CopyRelation[]): [CopyRelation, ...CopyRelation[]][] {
  const facts: [CopyRelation, ...CopyRelation[]][] = [];
  const known = new Map<string, [CopyRelation, ...CopyRelation[]]>();
  for (const relation of relations) {
    const key = foldersOf(relation).join('\n');
    const fact = isOfFiles(relation) ? known.get(key) : undefined;
    if (fact !== undefined) fact.push(relation);
    else {
      const its: [CopyRelation] = [relation];
      facts.push(its);
      if (isOfFiles(relation)) known.set(key, its);
    }
  }
  return facts;
}

function linesOf(relations: readonly CopyRelation[]): number {
  return relations.reduce((sum, { lines }) => sum + lines, 0);
}

/** Whether code is in the folders of forks and families of files, and in at least two of these files. */
function isInFolders(files: readonly string[], fact: ScreenFact): boolean {
  if ('group' in fact || !isOfFiles(fact.relations[0])) return false;
  const folders = foldersOf(fact.relations[0]);
  const sides = new Set(fact.relations.flatMap((it) => it.sides));
  return files.filter((it) => sides.has(it)).length > 1 && files.every((it) => folders.includes(folderOf(it)));
}

export function isOfFiles({ kind }: CopyRelation): boolean {
  return kind === 'fork' || kind === 'file-family';
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
}

/** The different folders of the files, in the order of the sides; `.` is the scanned folder. */
export function foldersOf({ sides }: CopyRelation): string[] {
  return [...new Set(sides.map(folderOf))];
}

/** Groups in the files of an earlier fact are a part of that. */
class FilesOfFacts {
  /** By first file. */
  readonly #facts = new Map<string, { files: ReadonlySet<string>; fact: ScreenFact }[]>();

  add(files: readonly string[], fact: ScreenFact): void {
    const [first = ''] = files;
    this.#facts.set(first, [...(this.#facts.get(first) ?? []), { files: new Set(files), fact }]);
  }

  /** The fact whose first file the files have, and that has all of them, unless these are one of several. */
  of(files: readonly string[]): ScreenFact | undefined {
    for (const first of files) {
      const found = this.#facts.get(first)?.find((it) => {
        return (files.length > 1 || it.files.size === 1) && files.every((file) => it.files.has(file));
      });
      if (found !== undefined) return found.fact;
    }
    return undefined;
  }
}
