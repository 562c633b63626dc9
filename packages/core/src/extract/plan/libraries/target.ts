import { compareBytes } from '@analyzer/contracts/order';
import { PARSED } from '#languages/parsed.ts';
import { digestOf } from '../digest.ts';
import { endingOfNew, kindOfNew } from '../languages.ts';
import type { PlanConfig, PlanPackage } from '../model.ts';
import { labelOf } from './homes.ts';
import type { LibraryFacts, Placed } from './model.ts';
import { nameOf } from './names.ts';
import { commonFolder, folderOf, wordsOf } from './words.ts';

const DIGITS = 6;
const ECOSYSTEMS: Readonly<Record<string, string>> = { php: 'composer', python: 'python' };

/** Names and paths that libraries of a plan already have. */
export class Targets {
  readonly #config: PlanConfig;
  readonly #facts: LibraryFacts;
  readonly #ids: Set<string>;

  constructor(config: PlanConfig, facts: LibraryFacts) {
    this.#config = config;
    this.#facts = facts;
    this.#ids = new Set(config.packages.map(({ id }) => id));
  }

  /** The package of a library. If another one has its name, that of its first function, else with a digest of its families. */
  of(families: readonly Placed[]): PlanPackage {
    const words = nameOf(families);
    const digest = digestOf(families.map(({ family }) => family.fingerprint).sort()).slice(0, DIGITS);
    const names = [words, functionName(families), `${words}-${digest}`];
    const name = names.find((one) => one !== '' && !this.#ids.has(one)) ?? words;
    this.#ids.add(name);
    return this.#inHome(name, families) ?? this.#new(name, languageOf(families));
  }

  #new(name: string, language: string): PlanPackage {
    const folder = this.#config.new_package_directory.replace(/\/+$/, '');
    return {
      package_id: name,
      name,
      project: this.#hostOf(language),
      path: `${folder}/${name}${endingOfNew(language)}`,
      language,
      kind: kindOfNew(language),
      is_new: true,
    };
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
    const folder =
      home.kind === 'one_package' || own.length > 0
        ? commonFolder(files.map(folderOf))
        : [unit.folder, unit.sources].filter(Boolean).join('/');
    const [only] = files;
    const isOwnFile = (home.kind === 'imported' || home.kind === 'named') && files.length === 1 && only !== undefined;
    const path = home.file ?? (isOwnFile ? only : this.#freePath(unit.project, folder, name, extensionOf(families)));
    const declared = unit.names.get(ECOSYSTEMS[language] ?? 'npm') ?? '';
    return {
      package_id: name,
      name: declared === '' ? moduleOf(language, path, labelOf(unit)) : declared,
      project: unit.project,
      path,
      language,
      kind: kindOfNew(language),
      is_new: false,
    };
  }

  /** The path of a file that does not exist, in the spelling of the language, without the words of its folder. */
  #freePath(project: string, folder: string, name: string, extension: string): string {
    const own = new Set(wordsOf(folder.replace(/^.*\//s, '')));
    const short = name
      .split('-')
      .filter((word) => !own.has(word))
      .join('-');
    const spelled = (words: string) => [...(folder === '' ? [] : [folder]), fileName(words, extension)].join('/');
    const paths = [short === '' ? name : short, name, `${name}-shared`].map(spelled);
    return paths.find((path) => !this.#facts.hasFile(project, path)) ?? spelled(`${name}-shared`);
  }
}

/** The words of the function with most lines. */
function functionName([first]: readonly Placed[]): string {
  return wordsOf(first?.family.names[0] ?? '').join('-');
}

function fileName(words: string, extension: string): string {
  const parts = words.split('-');
  if (extension === '.py') return `${parts.join('_')}.py`;
  if (extension !== '.php') return `${words}${extension}`;
  return `${parts.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join('')}.php`;
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
