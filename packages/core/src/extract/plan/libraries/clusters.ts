import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { areCompatible } from '../languages.ts';
import { relationKey } from './library.ts';
import type { Placed, Unit } from './model.ts';
import { folderOf, stemOf, subjectsOf } from './words.ts';

const {
  same_packages_percent: SAME_PACKAGES,
  same_files_percent: SAME_FILES,
  too_common_percent: TOO_COMMON,
} = LIBRARY_RULES.cluster;
/** Languages in which a package is one file. */
const OF_FILES: ReadonlySet<string> = new Set(LIBRARY_RULES.cluster.file_languages);

/** What decides which families are one library. */
interface Member {
  placed: Placed;
  home: string;
  units: ReadonlySet<Unit>;
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** The name of its files, if they have the same in different folders. */
  stem: string | undefined;
  words: ReadonlySet<string>;
  /** Those of its files. */
  stemWords: ReadonlySet<string>;
  /** That of all copies and the folder around their folders. */
  name: string | undefined;
  /** Equal for families whose copies the same relation explains. */
  relation: string | undefined;
}

/** The families of each library, in the order given: those with a home in common that have files, packages or folders in common. */
export function clustersOf(families: readonly Placed[]): Placed[][] {
  const homes = new Map<string, Member[]>();
  for (const placed of families) {
    const member = memberOf(placed);
    const its = homes.get(member.home);
    if (its === undefined) homes.set(member.home, [member]);
    else its.push(member);
  }
  return [...homes.values()].flatMap(joined);
}

function memberOf(placed: Placed): Member {
  const { home, copies, family } = placed;
  const language = areCompatible(family.language, 'typescript') ? 'typescript' : family.language;
  const place = home.file ?? '';
  const unit = home.unit === undefined ? '' : `${home.unit.project}\0${home.unit.folder}`;
  const stems = new Set(copies.map(({ path }) => stemOf(path)));
  const names = new Set(copies.map(({ name, path }) => `${folderOf(folderOf(path))}\0${name}`));
  return {
    placed,
    name: names.size === 1 ? [...names][0] : undefined,
    home: [home.kind === 'new' ? 'new' : 'existing', language, unit, place].join('\0'),
    units: new Set(copies.map((copy) => copy.unit)),
    files: new Set(copies.map(({ project, path }) => `${project}\0${path}`)),
    folders: new Set(copies.map(({ project, path }) => `${project}\0${folderOf(path)}`)),
    stem: stems.size === 1 ? [...stems][0] : undefined,
    relation: family.relation === undefined ? undefined : relationKey(family.relation),
    stemWords: new Set(copies.flatMap(({ path }) => subjectsOf(stemOf(path)))),
    words: new Set(copies.flatMap(({ name, path }) => [...subjectsOf(name), ...subjectsOf(stemOf(path))])),
  };
}

/** Each family joins the first library whose first family it belongs to, so that no chain of families is one library. */
function joined(members: readonly Member[]): Placed[][] {
  const counts = new Map<string, number>();
  for (const { words } of members) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isTooCommon = (word: string) => (counts.get(word) ?? 0) * 100 > members.length * TOO_COMMON;
  const clusters: { leader: Member; families: Placed[] }[] = [];
  for (const member of members) {
    const cluster = clusters.find(({ leader }) => belongTogether(member, leader, isTooCommon));
    if (cluster === undefined) clusters.push({ leader: member, families: [member.placed] });
    else cluster.families.push(member.placed);
  }
  return clusters.map(({ families }) => families);
}

function belongTogether(one: Member, other: Member, isTooCommon: (word: string) => boolean): boolean {
  if (one.placed.home.file !== undefined || haveRelation(one, other)) return true;
  if (OF_FILES.has(one.placed.family.language) && one.units.size !== 1) return inCommon(one.files, other.files) > 1;
  if (one.units.size !== 1 || other.units.size !== 1) return haveSamePackages(one, other, isTooCommon);
  if (haveSameFiles(one, other)) return true;
  if (one.name !== undefined && one.name === other.name) return true;
  return (
    one.stem !== undefined && one.stem === other.stem && one.folders.size > 1 && isSame(one.folders, other.folders)
  );
}

/** Mirrors and folders of one family have a file for each subject; other relations are about one. */
function haveRelation(one: Member, other: Member): boolean {
  const isOfFolders = ['mirror', 'folder-family'].includes(one.placed.family.relation?.kind ?? '');
  const isSubject = !isOfFolders || haveSameFiles(one, other);
  return one.relation !== undefined && one.relation === other.relation && isSubject;
}

/** A family in one package is not shared like those of several. A package that exists has room for a file for each subject. */
function haveSamePackages(one: Member, other: Member, isTooCommon: (word: string) => boolean): boolean {
  if (one.units.size === 1 || other.units.size === 1) return false;
  const isNew = one.placed.home.kind === 'new';
  if (isSame(one.units, other.units) && one.units.size === 2)
    return isNew || haveSameFiles(one, other) || inCommon(one.stemWords, other.stemWords) > 0;
  const shared = inCommon(one.units, other.units);
  if (shared * 100 < (one.units.size + other.units.size - shared) * SAME_PACKAGES) return false;
  return haveSameFiles(one, other) || [...one.words].some((it) => other.words.has(it) && !isTooCommon(it));
}

/** Two or more, and most of those of both: a family in very many files has some in common with each other one. */
function haveSameFiles(one: Member, other: Member): boolean {
  const shared = inCommon(one.files, other.files);
  return shared > 1 && shared * 100 >= (one.files.size + other.files.size - shared) * SAME_FILES;
}

function inCommon<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  let count = 0;
  for (const item of one) if (other.has(item)) count++;
  return count;
}

function isSame<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && inCommon(one, other) === one.size;
}
