import { isNodeBuiltin } from '#languages/builtin-modules.ts';
import type { ImportFacts, ImportPhase } from '#parse/facts.ts';
import type { LeftOut } from '../../left-out.ts';
import { folderOf, follow } from '../../paths.ts';
import type { ProjectFiles } from '../../project-files.ts';
import { importReasons, nothingAt } from '../../reasons.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Destination, external, leadsTo, unresolved } from '../link.ts';
import type { ImportRule } from '../rules.ts';
import { BundlerOutputs } from './bundler-outputs.ts';
import type { Config } from './config.ts';
import { findFile, findIndex, findSuffixed, type Language } from './files.ts';
import type { OutputFolder, Outputs } from './output.ts';
import type { Package } from './package.ts';
import { type Entry, PackageEntries } from './package-entry.ts';
import { Packages } from './packages.ts';
import { phaseOfQuery } from './queries.ts';
import { Configs, splitPackage } from './tsconfig.ts';

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:\/|$)/i;
const scheme = /^[a-z][a-z0-9+.-]+:/i;
const relative = /^\.\.?(?:\/|$)/;
const installed = /(?:^|\/)node_modules\//;

type PackageKind = 'package-folder' | 'package-imports' | 'self-reference' | 'workspace' | 'file-dependency';

/**
 * Resolves specifiers of `import`, `export … from` and `require` to project files, by the rules that Node.js, TypeScript
 * and common bundlers share, with the configuration files of the project.
 */
export class JavaScriptImports {
  readonly #files: ProjectFiles;
  readonly #leftOut: LeftOut;
  readonly #packages: Packages;
  readonly #configs: Configs;
  readonly #entries: PackageEntries;
  readonly #bundled: BundlerOutputs;
  readonly #outputs = new Map<string, Outputs>();
  /** Of specifiers that are not relative, by configuration, folder and specifier. */
  readonly #known = new Map<string, Destination>();

  constructor(files: ProjectFiles, leftOut: LeftOut, settings: Settings) {
    this.#files = files;
    this.#leftOut = leftOut;
    this.#packages = new Packages(settings);
    this.#configs = new Configs(settings, this.#packages);
    this.#bundled = new BundlerOutputs(settings);
    this.#entries = new PackageEntries(files, (folder) => this.#outputsIn(folder));
  }

  resolve(importer: string, language: Language, specifier: string): Destination {
    if (specifier === '') return unresolved(importReasons.empty);
    if (relative.test(specifier)) return this.#relative(importer, language, specifier);
    const config = this.#configs.governing(importer);
    const folder = folderOf(importer);
    const key = `${language} ${config?.path ?? ''}\n${folder}\n${specifier}`;
    let destination = this.#known.get(key);
    if (destination === undefined) {
      destination = this.#bareOrQuery(folder, config, language, specifier);
      this.#known.set(key, destination);
    }
    return destination;
  }

  /** When an import loads its target, by its query and the configuration of its file. */
  phase(importer: string, found: ImportFacts): ImportPhase {
    const phase = this.#isKept(importer, found) ? 'load' : found.phase;
    return phase === 'type_only' ? phase : (phaseOfQuery(found.target) ?? phase);
  }

  /** Whether the configuration keeps an import that the compiler leaves out without it. */
  #isKept(importer: string, { names, inline_types, elided }: ImportFacts): boolean {
    if (inline_types !== true && elided !== true) return false;
    const config = this.#configs.governing(importer);
    if (config === undefined) return false;
    if (config.keepsTypeImports) return true;
    return (
      elided === true &&
      (config.keepsValueImports || names.some(({ name, alias = name }) => config.factories.includes(alias)))
    );
  }

  /** A `?query` is removed if nothing is found with it. */
  #bareOrQuery(folder: string, config: Config | undefined, language: Language, specifier: string): Destination {
    const destination = this.#bare(folder, config, language, specifier);
    const query = specifier.indexOf('?');
    if (destination.rule !== undefined || query <= 0) return destination;
    return this.#bare(folder, config, language, specifier.slice(0, query));
  }

  /**
   * For `./x` the order is: in TypeScript the sources that emit `x` (`./a.js` is `a.ts`); `x` as written; the other such
   * sources; `x` with each extension; other siblings (`./a.ts` is `a.js`); the entry of a `package.json` in `x`; `x/index`
   * with each extension; the same in the other folders of `rootDirs`. A `?query` or `#fragment` is removed if no file has it
   * in its name.
   */
  #relative(importer: string, language: Language, specifier: string): Destination {
    const written = follow(folderOf(importer), specifier);
    if (written === undefined) return unresolved(importReasons.outside);
    const namesFolder = /(?:^|\/)\.{0,2}$/.test(specifier);
    const suffixes = this.#configs.suffixesOf(importer);
    const suffixed = namesFolder ? [] : findSuffixed(this.#files, written, suffixes, language);
    if (suffixed.length > 0) return leadsTo(suffixed, 'relative');
    const path = namesFolder ? undefined : findFile(this.#files, written, language);
    if (path !== undefined) return leadsTo([path], 'relative');
    const inside = this.#packages.at(written);
    const entry = inside && this.#entries.main(inside, language);
    if (entry !== undefined) return leadsToEntry(entry, 'package-folder');
    const index = findIndex(this.#files, written, language);
    if (index !== undefined) return leadsTo([index], 'relative');
    const others = this.#configs.otherRoots(importer, written);
    for (const other of others) {
      const found = this.#loads(other, suffixes, language);
      if (found.length > 0) return leadsTo(found, 'tsconfig-root-dirs');
    }

    const suffix = specifier.search(/[?#]/);
    if (suffix > 0) return this.#relative(importer, language, specifier.slice(0, suffix));
    const leftOut = this.#leftOutAt([written, ...others], language) ?? this.#leftOut.around(written, ...others);
    if (leftOut !== undefined) return unresolved(leftOut);
    if (inside !== undefined) return unresolved(importReasons.package_folder);
    return unresolved(this.#files.isFolder(written) ? importReasons.no_index : nothingAt(written));
  }

  #bare(folder: string, config: Config | undefined, language: Language, specifier: string): Destination {
    const mapped = config && this.#mapped(config, language, specifier);
    if (mapped !== undefined) return mapped;
    if (isNodeBuiltin(specifier)) return external(importReasons.node);
    const own = this.#packages.nearest(folder);
    if (specifier.startsWith('#')) return this.#packageImport(own, folder, language, specifier);
    if (specifier.includes('!')) return unresolved(importReasons.loader);
    if (specifier.startsWith('/')) return unresolved(importReasons.absolute);
    if (scheme.test(specifier)) return external(importReasons.url);
    if (specifier.startsWith('~') || !packageName.test(specifier)) return unresolved(importReasons.path_map);
    const linked = this.#package(own, folder, language, specifier);
    if (linked !== undefined) return linked;
    // `src/a` looks like a package, but a bundler can make it a path: neither is certain.
    if (specifier.includes('/') && findFile(this.#files, specifier, language) !== undefined) {
      return unresolved(importReasons.path_map);
    }
    return external(importReasons.package);
  }

  /** By `paths` and `baseUrl`; the pattern with the longest prefix counts. */
  #mapped({ paths, baseUrl, suffixes }: Config, language: Language, specifier: string): Destination | undefined {
    const match = paths.best(specifier);
    const mapped = (match?.targets ?? []).flatMap(
      (target) =>
        follow(
          '',
          target.replace('*', () => match?.star ?? ''),
        ) ?? [],
    );
    for (const path of mapped) {
      const found = this.#loads(path, suffixes, language);
      if (found.length > 0) return leadsTo(found, 'tsconfig-paths');
    }
    const below = baseUrl === undefined || specifier.startsWith('/') ? undefined : follow(baseUrl, specifier);
    const found = below === undefined ? [] : this.#loads(below, suffixes, language);
    if (found.length > 0) return leadsTo(found, 'tsconfig-base-url');
    const searched = below === undefined ? mapped : [...mapped, below];
    // Any name matches a pattern that is only a star, and the folder of installed packages has those outside the project.
    const named = match?.star === specifier ? [] : mapped.filter((path) => !installed.test(path));
    const leftOut = this.#leftOutAt(searched, language) ?? this.#leftOut.around(...named);
    return leftOut === undefined ? undefined : unresolved(leftOut);
  }

  /** The reason, if the scan leaves out the file that is found first at these paths. */
  #leftOutAt(paths: readonly string[], language: Language): string | undefined {
    return this.#leftOut.file((files) => {
      for (const path of paths) {
        const found = findFile(files, path, language) ?? findIndex(files, path, language);
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }

  /** A file, also with a suffix, a folder with a `package.json`, or a folder with an index file. */
  #loads(path: string, suffixes: readonly string[], language: Language): readonly string[] {
    const suffixed = findSuffixed(this.#files, path, suffixes, language);
    if (suffixed.length > 0) return suffixed;
    const inside = this.#packages.at(path);
    const found =
      findFile(this.#files, path, language) ??
      (inside && this.#entries.main(inside, language)?.path) ??
      findIndex(this.#files, path, language);
    return found === undefined ? [] : [found];
  }

  /** `#name` by the `imports` of the nearest `package.json`. */
  #packageImport(own: Package | undefined, folder: string, language: Language, specifier: string): Destination {
    const targets = own?.imports.targets(specifier) ?? [];
    const inside =
      own &&
      this.#entries.first(
        own,
        targets.filter((it) => it.startsWith('./')),
        language,
      );
    if (inside !== undefined) return leadsToEntry(inside, 'package-imports');
    for (const target of targets.filter((it) => packageName.test(it))) {
      const destination = isNodeBuiltin(target)
        ? external(importReasons.node)
        : (this.#package(own, folder, language, target) ?? external(importReasons.package));
      return destination;
    }
    return unresolved(importReasons.package_imports);
  }

  /** A package of the project; undefined for others. */
  #package(own: Package | undefined, folder: string, language: Language, specifier: string): Destination | undefined {
    const { name, rest } = splitPackage(specifier);
    if (own?.name === name) {
      if (own.isHidden) return undefined;
      const entry = this.#entries.entry(own, rest, language);
      if (entry !== undefined) return leadsToEntry(entry, 'self-reference');
    }
    const linked = this.#packages.linked(folder, name);
    if (linked.length > 0) return this.#inAny(linked, rest, language, 'workspace');
    const dependency = this.#packages.dependency(folder, name);
    return dependency && this.#inAny([dependency], rest, language, 'file-dependency');
  }

  #inAny(packages: readonly Package[], rest: string, language: Language, kind: PackageKind): Destination {
    const entries = packages.flatMap((it) => this.#entries.entry(it, rest, language) ?? []);
    const [only, ...others] = entries;
    if (only === undefined) return unresolved(importReasons.workspace_entry);
    if (others.length === 0) return leadsToEntry(only, kind);
    return leadsTo([...new Set(entries.map(({ path }) => path))], kind);
  }

  #outputsIn(folder: string): Outputs {
    let outputs = this.#outputs.get(folder);
    if (outputs === undefined) {
      const written = this.#configs.inFolder(folder).flatMap((config) => outputsOf(config, folder));
      // Of nested output folders the inner one counts.
      written.sort((a, b) => b.out.length - a.out.length);
      outputs = { written, entries: this.#bundled.in(folder) };
      this.#outputs.set(folder, outputs);
    }
    return outputs;
  }
}

function leadsToEntry({ path, how }: Entry, kind: PackageKind): Destination {
  const rule: ImportRule = how === 'direct' ? kind : `${kind}-${how}`;
  return leadsTo([path], rule);
}

function outputsOf({ outDir, declarationDir, rootDir }: Config, folder: string): OutputFolder[] {
  const sources = rootDir === undefined ? [folder === '' ? 'src' : `${folder}/src`, folder] : [rootDir];
  return [outDir, declarationDir].flatMap((out) =>
    out === undefined ? [] : sources.map((source) => ({ out, source })),
  );
}
