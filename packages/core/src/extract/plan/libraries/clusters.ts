import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { areCompatible } from '../languages.ts';
import { relationKey } from './library.ts';
import type { Placed, Unit } from './model.ts';
import { folderOf, stemOf, subjectsOf } from './words.ts';

const { same_packages_percent: SAME_PACKAGES, too_common_percent: TOO_COMMON } = LIBRARY_RULES.cluster;
/** Languages in which a package is one file. */
const OF_FILES: ReadonlySet<string> = new Set(LIBRARY_RULES.cluster.file_languages);

/** What decides which families are one library. */
interface Member {
  placed: Placed;
  home: string;
  units: ReadonlySet<Unit>;
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Whether its files have the same name in different folders. */
  isMirror: boolean;
  words: ReadonlySet<string>;
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
  const names = new Set(copies.map(({ name, path }) => `${folderOf(folderOf(path))}\0${name}`));
  return {
    placed,
    name: names.size === 1 ? [...names][0] : undefined,
    home: [home.kind === 'new' ? 'new' : 'existing', language, unit, place].join('\0'),
    units: new Set(copies.map((copy) => copy.unit)),
    files: new Set(copies.map(({ project, path }) => `${project}\0${path}`)),
    folders: new Set(copies.map(({ project, path }) => `${project}\0${folderOf(path)}`)),
    isMirror: new Set(copies.map(({ path }) => stemOf(path))).size === 1,
    relation: family.relation === undefined ? undefined : relationKey(family.relation),
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
  if (one.placed.home.file !== undefined) return true;
  if (one.relation !== undefined && one.relation === other.relation) return true;
  if (OF_FILES.has(one.placed.family.language) && one.units.size !== 1) return inCommon(one.files, other.files) > 1;
  if (one.units.size !== 1 || other.units.size !== 1) return haveSamePackages(one, other, isTooCommon);
  if (inCommon(one.files, other.files) > 1) return true;
  if (one.name !== undefined && one.name === other.name) return true;
  return one.isMirror && other.isMirror && one.folders.size > 1 && isSame(one.folders, other.folders);
}

/** A family in one package is not shared like those of several. */
function haveSamePackages(one: Member, other: Member, isTooCommon: (word: string) => boolean): boolean {
  if (one.units.size === 1 || other.units.size === 1) return false;
  if (isSame(one.units, other.units) && one.units.size === 2) return true;
  const shared = inCommon(one.units, other.units);
  if (shared * 100 < (one.units.size + other.units.size - shared) * SAME_PACKAGES) return false;
  return inCommon(one.files, other.files) > 1 || [...one.words].some((it) => other.words.has(it) && !isTooCommon(it));
}

function inCommon<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  let count = 0;
  for (const item of one) if (other.has(item)) count++;
  return count;
}

function isSame<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && inCommon(one, other) === one.size;
}
