import { compareBytes } from '@analyzer/contracts/order';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { PARSED } from '#languages/parsed.ts';
import { digestOf } from '../digest.ts';
import { ecosystemOf } from '../ecosystems.ts';
import { endingOfNew, kindOfNew } from '../languages.ts';
import type { PlanConfig, PlanPackage } from '../model.ts';
import { labelOf } from './homes.ts';
import type { LibraryFacts, Placed, Unit } from './model.ts';
import { nameInWorkspace } from './name-in-workspace.ts';
import { namesOf, VAGUE } from './names.ts';
import { spelledFile } from './spelling.ts';
import { commonFolder, folderOf, shortName, stemOf, subjectsOf, wordsOf } from './words.ts';

const DIGITS = 6;
const { agree_percent: AGREE } = LIBRARY_RULES.names;

/** Names and paths that libraries of a plan already have. */
export class Targets {
  readonly #config: PlanConfig;
  readonly #facts: LibraryFacts;
  readonly #ids: Set<string>;
  /** Names of packages that exist. */
  readonly #taken: ReadonlySet<string>;

  constructor(config: PlanConfig, facts: LibraryFacts) {
    this.#config = config;
    this.#facts = facts;
    this.#ids = new Set(config.packages.map(({ id }) => id));
    this.#taken = new Set(
      facts.units.flatMap(({ names }) => [...names.values()].map((name) => wordsOf(shortName(name)).join('-'))),
    );
  }

  /**
   * The package of a library. It has the first name that no other package has, else one with a digest of its families.
   */
  of(families: readonly Placed[]): PlanPackage {
    const names = namesOf(families);
    const isPackage = families[0]?.home.isSubject === true;
    const free = names.find((one) => !this.#ids.has(one) && (isPackage || !this.#taken.has(one)));
    const digest = digestOf(families.map(({ family }) => family.fingerprint).sort()).slice(0, DIGITS);
    const name = free ?? `${names[0] ?? 'shared'}-${digest}`;
    this.#ids.add(name);
    return this.#inHome(name, families) ?? this.#new(name, languageOf(families), families);
  }

  #new(id: string, language: string, families: readonly Placed[]): PlanPackage {
    const project = this.#hostOf(language);
    const folder = this.#config.new_package_directory.replace(/\/+$/, '');
    return {
      package_id: id,
      name: nameInWorkspace(id, language, copyUnits(families), this.#unitsIn(project)),
      project,
      path: `${folder}/${id}${endingOfNew(language)}`,
      language,
      kind: kindOfNew(language),
      is_new: true,
    };
  }

  #unitsIn(project: string): Unit[] {
    return this.#facts.units.filter((unit) => unit.project === project && !unit.isExample);
  }

  /** The project of new packages if it has code of the language, else the one with most of it. */
  #hostOf(language: string): string {
    const lines = this.#facts.linesOf(language);
    const { new_package_project: wanted } = this.#config;
    if ((lines.get(wanted) ?? 0) > 0) return wanted;
    const [first] = [...lines].sort(([a, n], [b, m]) => m - n || compareBytes(a, b));
    return first?.[0] ?? wanted;
  }

  #inHome(name: string, families: readonly Placed[]): PlanPackage | undefined {
    const home = families[0]?.home;
    const unit = home?.unit;
    if (home === undefined || unit === undefined) return undefined;
    const language = languageOf(families);
    const own = families.flatMap(({ copies }) => copies.filter((copy) => copy.unit === unit));
    const files = [...new Set(own.map(({ path }) => path))];
    const around = own.length > 0 ? commonFolder(files.map(folderOf)) : unit.folder;
    const sources = [unit.folder, unit.sources].filter(Boolean).join('/');
    const isOutside = around === unit.folder && !files.some((path) => folderOf(path) === around);
    const most = around === sources || isOutside ? mostFolder(files) : undefined;
    const folder = this.#modules(
      unit.project,
      language === 'python' ? files : [],
      most ?? (isOutside ? sources : around),
    );
    const [only] = files;
    const isOwnFile = (home.kind === 'imported' || home.kind === 'named') && files.length === 1 && only !== undefined;
    const path = home.file ?? (isOwnFile ? only : this.#freePath(unit.project, folder, name, extensionOf(families)));
    const declared = unit.names.get(ecosystemOf(language)) ?? '';
    return {
      package_id: name,
      name: declared === '' ? moduleOf(language, path, labelOf(unit, language)) : declared,
      project: unit.project,
      path,
      language,
      kind: kindOfNew(language),
      is_new: false,
    };
  }

  /** Python: the package with most files, if the folder around all is outside of packages and so cannot be imported. */
  #modules(project: string, files: readonly string[], around: string): string {
    const isPackage = (folder: string) => this.#facts.filesIn(project, folder).includes('__init__.py');
    const packages = files.flatMap((path) => {
      const parts = folderOf(path).split('/');
      const folders = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
      return folders.find(isPackage) ?? [];
    });
    return packages.length === 0 || isPackage(around) ? around : mostCommon(packages);
  }

  /** The path of a file that does not exist in any spelling, without the words of its folder. */
  #freePath(project: string, folder: string, name: string, extension: string): string {
    const own = new Set(wordsOf(folder.replace(/^.*\//s, '')));
    const siblings = this.#facts.filesIn(project, folder);
    const taken = new Set(siblings.map((file) => wordsOf(stemOf(file)).join('-')));
    const short = name
      .split('-')
      .filter((word) => !own.has(word))
      .join('-');
    const names = subjectsOf(short).every((word) => VAGUE.has(word)) ? [name] : [short, name];
    const words = names.find((one) => !taken.has(one)) ?? `${name}-shared`;
    return `${folder === '' ? '' : `${folder}/`}${spelledFile(words, extension, siblings)}`;
  }
}

function copyUnits(families: readonly Placed[]): Unit[] {
  return [...new Set(families.flatMap(({ copies }) => copies.map(({ unit }) => unit)))];
}

/** The folder of most files, if it has enough of several. */
function mostFolder(files: readonly string[]): string | undefined {
  const most = mostCommon(files.map(folderOf));
  const count = files.filter((path) => folderOf(path) === most).length;
  return count > 1 && count * 100 >= files.length * AGREE ? most : undefined;
}

/** Python: the package around the module, which its distribution often has as its name. */
function moduleOf(language: string, path: string, label: string): string {
  if (language !== 'python') return label;
  const parts = path.split('/').filter((part) => part !== 'src' && part !== 'lib');
  return parts.length > 1 ? (parts[0] ?? label) : label;
}

/** The language of most copies. */
function languageOf(families: readonly Placed[]): string {
  return mostCommon(families.flatMap(({ family, copies }) => copies.map(() => family.language)));
}

/** That of most copies, if it is one of the language. */
function extensionOf(families: readonly Placed[]): string {
  const known = Object.keys(PARSED.find(({ id }) => id === languageOf(families))?.files.extensions ?? {});
  const used = mostCommon(
    families.flatMap(({ copies }) => copies.map(({ path }) => /\.[^./]*$/.exec(path)?.[0] ?? '')),
  );
  return known.includes(used) ? used : (known[0] ?? '');
}

function mostCommon(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([a, n], [b, m]) => m - n || compareBytes(a, b));
  return first?.[0] ?? '';
}
