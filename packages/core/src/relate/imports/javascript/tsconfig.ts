import { folderOf, follow, inFolder } from '../../paths.ts';
import { at, isList, isTable, type Json, tableAt, textAt, texts } from '../../settings/json.ts';
import { hasTooManyStars, MAX_STARS } from '../../settings/path-glob.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Config, includes } from './config.ts';
import type { Packages } from './packages.ts';
import { PathPatterns } from './path-patterns.ts';
import { ReferencedConfigs } from './referenced-configs.ts';

/** Maximum number of configurations that one inherits from, directly or not, each time it is named. */
const MAX_CONFIGS = 64;
/** Maximum number of patterns of `include`, and of `exclude`: each is compared with each file. */
const MAX_PATTERNS = 256;
/** Maximum number of targets of one pattern in `paths`: each is tried for each import. */
const MAX_TARGETS = 64;
/** Maximum number of `moduleSuffixes`: each is tried for each import. */
const MAX_SUFFIXES = 64;
/** Maximum number of `rootDirs`: each is tried for each relative import without a file. */
const MAX_ROOTS = 64;
/** Options of relative imports. A project without them needs no configuration for these. */
const RELATIVE_OPTIONS = ['moduleSuffixes', 'rootDirs'];
const NAMES = ['tsconfig.json', 'jsconfig.json'];
const CONFIG_FOLDER = /^\$\{configDir\}/;

/** The compiler configurations of a project. */
export class Configs {
  readonly #settings: Settings;
  readonly #packages: Packages;
  readonly #configs = new Map<string, Config | undefined>();
  readonly #governing = new Map<string, Config | undefined>();
  readonly #referenced = new Map<Config, ReferencedConfigs>();
  readonly #paths: ReadonlySet<string>;
  readonly #inFolder = new Map<string, string[]>();
  /** Paths of configurations that others name and that are not read, in the order in which one of them is searched. */
  readonly #missing: string[][] = [];
  /** Those of `RELATIVE_OPTIONS` that a configuration has. */
  readonly #relative: ReadonlySet<string>;

  constructor(settings: Settings, packages: Packages) {
    this.#settings = settings;
    this.#packages = packages;
    this.#paths = new Set(settings.paths());
    const options = [...this.#paths].flatMap((path) =>
      path.endsWith('.json') ? [at(settings.value(path) ?? null, 'compilerOptions')] : [],
    );
    this.#relative = new Set(RELATIVE_OPTIONS.filter((key) => options.some((its) => isList(at(its, key)))));
    for (const path of this.#paths) {
      if (!isConfigName(path)) continue;
      const folder = folderOf(path);
      const list = this.#inFolder.get(folder);
      if (list === undefined) this.#inFolder.set(folder, [path]);
      else list.push(path);
    }
  }

  /** Reads every configuration. @returns for each one that is named and missing the paths at which it can be */
  missing(): readonly (readonly string[])[] {
    for (const path of this.#paths)
      if (!/(?:^|\/)package\.json$/.test(path) && path.endsWith('.json')) this.#read(path);
    return this.#missing;
  }

  /** All configurations in a folder, under any name. */
  inFolder(folder: string): Config[] {
    return (this.#inFolder.get(folder) ?? []).flatMap((path) => this.#read(path) ?? []);
  }

  /**
   * The configuration of a file, as an editor chooses it: the nearest one that includes the file, itself or through
   * `references`; the nearest of all if none includes it.
   */
  governing(file: string): Config | undefined {
    if (this.#governing.has(file)) return this.#governing.get(file);
    const found = this.#find(file);
    this.#governing.set(file, found);
    return found;
  }

  /** `moduleSuffixes` of the configuration of a file. */
  suffixesOf(file: string): readonly string[] {
    return this.#relative.has('moduleSuffixes') ? (this.governing(file)?.suffixes ?? []) : [];
  }

  /**
   * The other places of a path by `rootDirs`, whose folders are merged into one when the project is built.
   *
   * https://www.typescriptlang.org/tsconfig/#rootDirs
   */
  otherRoots(file: string, path: string): string[] {
    const roots = this.#relative.has('rootDirs') ? (this.governing(file)?.roots ?? []) : [];
    const around = roots.filter((root) => root === '' || path.startsWith(`${root}/`));
    const [own] = around.sort((a, b) => b.length - a.length);
    if (own === undefined) return [];
    const below = own === '' ? path : path.slice(own.length + 1);
    return roots.flatMap((root) => (root === own ? [] : [inFolder(root, below)]));
  }

  #find(file: string): Config | undefined {
    let nearest: Config | undefined;
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      for (const name of NAMES) {
        const config = this.#read(inFolder(folder, name));
        if (config === undefined) continue;
        const found = this.#including(config, file);
        if (found !== undefined) return found;
        nearest ??= config;
      }
      if (folder === '') return nearest;
    }
  }

  #including(start: Config, file: string): Config | undefined {
    if (includes(start, file)) return start;
    if (start.references.length === 0) return undefined;
    let referenced = this.#referenced.get(start);
    if (referenced === undefined) {
      referenced = new ReferencedConfigs(start, (path) => this.#read(path));
      if (referenced.problem !== undefined) this.#settings.report(start.path, referenced.problem);
      this.#referenced.set(start, referenced);
    }
    return referenced.including(file);
  }

  #read(path: string): Config | undefined {
    if (!this.#paths.has(path)) return undefined;
    if (!this.#configs.has(path)) {
      const inherited: Inherited = { values: new Map(), open: new Set(), named: 0 };
      this.#inherit(path, path, inherited);
      this.#configs.set(path, this.#configOf(path, inherited.values));
    }
    return this.#configs.get(path);
  }

  /** Collects the values of a configuration, those that it inherits first. */
  #inherit(path: string, from: string, into: Inherited): void {
    into.named++;
    if (into.named > MAX_CONFIGS) {
      this.#settings.report(from, `"extends" reaches more than ${MAX_CONFIGS} files`);
      return;
    }
    if (into.open.has(path)) {
      this.#settings.report(from, `"extends" is cyclic at ${path}`);
      return;
    }
    const value = this.#settings.value(path);
    if (value === undefined) return;
    into.open.add(path);
    for (const written of texts(at(value, 'extends'))) {
      if (into.named > MAX_CONFIGS) break;
      const base = this.#extended(path, written);
      if (base !== undefined) this.#inherit(base, path, into);
    }
    into.open.delete(path);
    const folder = folderOf(path);
    for (const key of ['files', 'include', 'exclude']) {
      if (at(value, key) !== null) into.values.set(key, { value: at(value, key), folder });
    }
    for (const [key, option] of tableAt(value, 'compilerOptions') ?? []) {
      if (OPTIONS.has(key)) into.values.set(key, { value: option, folder });
    }
  }

  /** The configuration that `extends` names; a package outside the project has no effect. */
  #extended(path: string, written: string): string | undefined {
    if (/^\.{1,2}(?:\/|$)/.test(written)) {
      const target = follow(folderOf(path), written);
      const found = target === undefined ? undefined : this.#named(target);
      if (found === undefined) this.#settings.report(path, notInProject(written));
      return found;
    }
    const { name, rest } = splitPackage(written);
    const [only, ...others] = this.#packages.linked(folderOf(path), name);
    if (only === undefined || others.length > 0) return undefined;
    const target = rest === '' ? (textAt(only.manifest, 'tsconfig') ?? 'tsconfig.json') : rest;
    const below = follow(only.folder, target);
    const found = below === undefined ? undefined : this.#named(below);
    if (found === undefined) this.#settings.report(path, notInProject(written));
    return found;
  }

  #named(path: string): string | undefined {
    const paths = [path, `${path}.json`, inFolder(path, 'tsconfig.json')];
    const found = paths.find((it) => this.#paths.has(it));
    if (found === undefined) this.#missing.push(paths);
    return found;
  }

  #configOf(path: string, values: Values): Config | undefined {
    const own = this.#settings.value(path);
    if (own === undefined || !isTable(own)) return undefined;
    const folder = folderOf(path);
    const below = ({ value, folder: origin }: Written): string[] =>
      texts(value).flatMap((it) => followFrom(origin, folder, it) ?? []);
    const atMost = (most: number, all: readonly string[], problem: string): string[] => {
      if (all.length > most) this.#settings.report(path, problem);
      return all.slice(0, most);
    };
    const pathOf = (key: string): string | undefined => {
      const written = values.get(key);
      return written === undefined ? undefined : below(written)[0];
    };
    const listOf = (key: string): string[] | undefined => {
      const written = values.get(key);
      return written === undefined ? undefined : below(written);
    };
    const patternsOf = (key: string): string[] | undefined => {
      const patterns = listOf(key);
      if (patterns?.some(hasTooManyStars) === true) {
        this.#settings.report(path, `"${key}" has a pattern with more than ${MAX_STARS} "*"`);
      }
      return patterns && atMost(MAX_PATTERNS, patterns, `"${key}" has more than ${MAX_PATTERNS} patterns`);
    };
    const targetsOf = (written: Json): string[] => {
      const targets = texts(written).flatMap((it) => followFrom(baseUrl ?? paths?.folder ?? folder, folder, it) ?? []);
      return atMost(MAX_TARGETS, targets, `"paths" has a pattern with more than ${MAX_TARGETS} targets`);
    };
    const suffixes = texts(values.get('moduleSuffixes')?.value ?? null);
    const files = listOf('files');
    const paths = values.get('paths');
    const baseUrl = pathOf('baseUrl');
    const references = at(own, 'references');
    return {
      path,
      paths: new PathPatterns(tableRows(paths?.value).map(([pattern, targets]) => [pattern, targetsOf(targets)])),
      ...defined('baseUrl', baseUrl),
      ...defined('rootDir', pathOf('rootDir')),
      roots: atMost(MAX_ROOTS, listOf('rootDirs') ?? [], `"rootDirs" has more than ${MAX_ROOTS} folders`),
      ...defined('outDir', pathOf('outDir')),
      ...defined('declarationDir', pathOf('declarationDir')),
      suffixes: atMost(MAX_SUFFIXES, suffixes, `"moduleSuffixes" has more than ${MAX_SUFFIXES} suffixes`),
      ...keptImports(values),
      ...defined('files', files && new Set(files)),
      ...defined('include', patternsOf('include')),
      ...defined('exclude', patternsOf('exclude')),
      references: (isList(references) ? references : []).flatMap((it) => {
        const target = follow(folder, textAt(it, 'path') ?? '');
        return (target === undefined ? undefined : this.#named(target)) ?? [];
      }),
    };
  }
}

interface Written {
  value: Json;
  /** Of the configuration that has it. */
  folder: string;
}

type Values = Map<string, Written>;

interface Inherited {
  values: Values;
  /** The configurations between the first one and the current one. */
  open: Set<string>;
  /** Number of configurations that were named so far: two that each name the next one twice would double the work. */
  named: number;
}

const FACTORIES = ['jsxFactory', 'jsxFragmentFactory', 'reactNamespace'];
const OPTIONS: ReadonlySet<string> = new Set([
  ...FACTORIES,
  'paths',
  'baseUrl',
  'rootDir',
  'rootDirs',
  'outDir',
  'declarationDir',
  'verbatimModuleSyntax',
  'importsNotUsedAsValues',
  'preserveValueImports',
  'moduleSuffixes',
]);

function keptImports(values: Values): Pick<Config, 'keepsTypeImports' | 'keepsValueImports' | 'factories'> {
  let keepsTypeImports = false;
  let keepsValueImports = false;
  const factories: string[] = [];
  for (const [key, { value }] of values) {
    keepsTypeImports ||= key === 'verbatimModuleSyntax' && value === true;
    keepsTypeImports ||= key === 'importsNotUsedAsValues' && (value === 'preserve' || value === 'error');
    keepsValueImports ||= key === 'preserveValueImports' && value === true;
    // `h` of `h.element`
    if (FACTORIES.includes(key) && typeof value === 'string') factories.push(value.split('.')[0] ?? '');
  }
  return { keepsTypeImports, keepsValueImports, factories };
}

function notInProject(written: string): string {
  return `"extends" names ${written}, which is not in the project`;
}

export function isConfigName(path: string): boolean {
  return /(?:^|\/)[jt]sconfig[^/]*\.json$/.test(path);
}

function tableRows(value: Json | undefined): [string, Json][] {
  return value !== undefined && isTable(value) ? [...value] : [];
}

/** @param origin folder of the configuration that has the path; @param folder of the one that inherits it */
function followFrom(origin: string, folder: string, path: string): string | undefined {
  return CONFIG_FOLDER.test(path) ? follow(folder, path.replace(CONFIG_FOLDER, '')) : follow(origin, path);
}

function defined<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  const record: Partial<Record<Key, Value>> = {};
  if (value !== undefined) record[key] = value;
  return record;
}

/** `@scope/name/rest` */
export function splitPackage(specifier: string): { name: string; rest: string } {
  const parts = specifier.split('/');
  const count = specifier.startsWith('@') ? 2 : 1;
  return { name: parts.slice(0, count).join('/'), rest: parts.slice(count).join('/') };
}
