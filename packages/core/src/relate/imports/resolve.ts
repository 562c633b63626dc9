import { isPhpConstant } from '#languages/builtin-modules.ts';
import { isDeclarationFile } from '#languages/declaration-file.ts';
import type { ImportFacts, ImportPhase, Lookup } from '#parse/facts.ts';
import type { RelateFile } from '../input.ts';
import type { LeftOut } from '../left-out.ts';
import type { ProjectFiles } from '../project-files.ts';
import { importReasons } from '../reasons.ts';
import type { Settings } from '../settings/settings.ts';
import type { Language } from './javascript/files.ts';
import { ModuleGlobs } from './javascript/module-globs.ts';
import { JavaScriptImports } from './javascript/specifier.ts';
import { type Destination, external, type ImportLink, unresolved } from './link.ts';
import { resolveFromFolder, resolvePath, resolveSuffix } from './literal-path.ts';
import { PhpClasses } from './php/classes.ts';
import { PythonImports } from './python.ts';
import { PythonRoots } from './python-roots.ts';
import { withoutRepeatedParents } from './repeated-parents.ts';

/** How Python modules are looked up. */
const PYTHON: ReadonlySet<Lookup> = new Set(['module', 'script', 'loaded']);

/** Resolves the imports of a project's files by the rules of each file's language. */
export class ImportResolver {
  readonly #files: ProjectFiles;
  readonly #leftOut: LeftOut;
  readonly #javascript: JavaScriptImports;
  readonly #globs: ModuleGlobs;
  readonly #php: PhpClasses;
  readonly #python: PythonImports;

  constructor(
    files: ProjectFiles,
    leftOut: LeftOut,
    analysed: ReadonlyMap<string, RelateFile>,
    sourceRoots: readonly string[],
    settings: Settings,
  ) {
    this.#files = files;
    this.#leftOut = leftOut;
    this.#javascript = new JavaScriptImports(files, leftOut, settings);
    this.#globs = new ModuleGlobs(files, leftOut);
    this.#php = new PhpClasses(analysed.values(), leftOut, settings);
    this.#python = new PythonImports(
      files,
      leftOut,
      new PythonRoots(files, settings, sourceRoots),
      (path) => analysed.get(path)?.facts,
    );
  }

  /** For each import at least one link; several where its names lead to different files. */
  resolve(importer: RelateFile, imports: readonly ImportFacts[]): ImportLink[][] {
    return withoutRepeatedParents(imports.map((it) => this.#linksOf(importer, it)));
  }

  #linksOf(importer: RelateFile, imported: ImportFacts): ImportLink[] {
    const phase = this.#phase(importer, imported);
    if (importer.language === 'python' && PYTHON.has(imported.lookup)) {
      return this.#python.resolve(importer.path, phase === imported.phase ? imported : { ...imported, phase });
    }
    const linkTo = (destination: Destination) => ({ names: imported.names, destination, phase, modules: false });
    if (imported.lookup === 'glob') return this.#globs.resolve(importer.path, imported.target).map(linkTo);
    return [linkTo(this.#destination(importer, imported))];
  }

  /** Resolves a Python module without its names. */
  resolvePythonModule(importer: string, module: string): Destination {
    return this.#python.resolveModule(importer, module);
  }

  #destination({ path, language }: RelateFile, { lookup, target }: ImportFacts): Destination {
    switch (lookup) {
      case 'dynamic':
        return unresolved(target === '' ? importReasons.dynamic : importReasons.working_directory);
      case 'autoload':
      case 'class':
        return this.#php.class(target);
      case 'function':
        return this.#php.function(target);
      case 'constant':
        return isPhpConstant(target) ? external(importReasons.php) : unresolved(importReasons.constant);
      case 'path':
        return resolvePath(this.#files, this.#leftOut, path, target);
      case 'directory':
        return resolveFromFolder(this.#files, this.#leftOut, path, target);
      case 'suffix':
        return resolveSuffix(this.#files, this.#leftOut, path, target);
      case 'module':
        return isJavaScript(language)
          ? this.#javascript.resolve(path, language, target)
          : unresolved(importReasons.language);
      case 'glob':
      case 'script':
      case 'loaded':
        return unresolved(importReasons.language);
    }
  }

  #phase({ path, language }: RelateFile, imported: ImportFacts): ImportPhase {
    if (isDeclarationFile(path)) return 'type_only';
    return imported.lookup === 'module' && isJavaScript(language)
      ? this.#javascript.phase(path, imported)
      : imported.phase;
  }
}

function isJavaScript(language: string | undefined): language is Language {
  return language === 'javascript' || language === 'typescript';
}
