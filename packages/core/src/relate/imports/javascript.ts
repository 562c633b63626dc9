import { folderOf, follow, inFolder } from '../paths.ts';
import type { ProjectFiles } from '../project-files.ts';
import { importReasons, nothingAt } from '../reasons.ts';
import { isNodeBuiltin } from './builtin-modules.ts';
import { type Destination, external, leadsTo, unresolved } from './link.ts';

type Language = 'javascript' | 'typescript';

const typescript = ['.ts', '.tsx', '.mts', '.cts'];
const javascript = ['.js', '.jsx', '.mjs', '.cjs'];
const declarations = ['.d.ts', '.d.mts', '.d.cts'];

/** Extensions tried after a specifier without one, in order: the importer's own language first. */
const extensions = {
  typescript: [...typescript, ...javascript, '.json', ...declarations],
  javascript: [...javascript, ...typescript, '.json', ...declarations],
};

/**
 * The files that an output extension can refer to (TypeScript imports the file it will emit): sources, then declarations.
 * https://www.typescriptlang.org/docs/handbook/modules/theory.html, "The role of the host"
 */
const emittedFrom: Record<string, { sources: string[]; declarations: string[] } | undefined> = {
  '.js': { sources: ['.ts', '.tsx'], declarations: ['.d.ts'] },
  '.jsx': { sources: ['.tsx', '.ts'], declarations: ['.d.ts'] },
  '.mjs': { sources: ['.mts'], declarations: ['.d.mts'] },
  '.cjs': { sources: ['.cts'], declarations: ['.d.cts'] },
};

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:\/|$)/i;
const scheme = /^[a-z][a-z0-9+.-]+:/i;
const relative = /^\.\.?(?:\/|$)/;

/**
 * Resolves a specifier of `import`, `export … from` or `require` to a project file, by the rules that Node.js,
 * TypeScript and common bundlers share. Reads no configuration: path maps, export maps and `main` stay unresolved.
 *
 * For `./x` the order is: in TypeScript the sources that emit `x` (`./a.js` is `a.ts`); `x` as written; the other such
 * sources; `x` with each extension; declarations of `x`; `x/index` with each extension. A `?query` or `#fragment` is
 * removed if no file has it in its name.
 */
export function resolveSpecifier(
  files: ProjectFiles,
  importer: string,
  language: Language,
  specifier: string,
): Destination {
  if (specifier === '') return unresolved(importReasons.empty);
  if (relative.test(specifier)) return resolveRelative(files, importer, language, specifier);
  if (isNodeBuiltin(specifier)) return external(importReasons.node);
  if (specifier.startsWith('#')) return unresolved(importReasons.package_imports);
  if (specifier.includes('!')) return unresolved(importReasons.loader);
  if (specifier.startsWith('/')) return unresolved(importReasons.absolute);
  if (scheme.test(specifier)) return external(importReasons.url);
  if (specifier.startsWith('~') || !packageName.test(specifier)) return unresolved(importReasons.path_map);
  // `src/a` looks like a package, but with a base URL of the type checker it is a path: neither is certain.
  if (specifier.includes('/') && findFile(files, specifier, language) !== undefined) {
    return unresolved(importReasons.path_map);
  }
  return external(importReasons.package);
}

function resolveRelative(files: ProjectFiles, importer: string, language: Language, specifier: string): Destination {
  const written = follow(folderOf(importer), specifier);
  if (written === undefined) return unresolved(importReasons.outside);
  const namesFolder = /(?:^|\/)\.{0,2}$/.test(specifier);
  const path = (namesFolder ? undefined : findFile(files, written, language)) ?? findIndex(files, written, language);
  if (path !== undefined) return leadsTo([path], 'relative');

  const suffix = specifier.search(/[?#]/);
  if (suffix > 0) return resolveRelative(files, importer, language, specifier.slice(0, suffix));
  if (files.has(inFolder(written, 'package.json'))) return unresolved(importReasons.package_folder);
  return unresolved(files.isFolder(written) ? importReasons.no_index : nothingAt(written));
}

function findFile(files: ProjectFiles, path: string, language: Language): string | undefined {
  const dot = path.lastIndexOf('.');
  const stem = path.slice(0, Math.max(dot, 0));
  const emitted = dot < 0 ? undefined : emittedFrom[path.slice(dot)];
  const sources = emitted?.sources ?? [];
  return (
    (language === 'typescript' ? firstOf(files, stem, sources) : undefined) ??
    (files.has(path) ? path : undefined) ??
    firstOf(files, stem, sources) ??
    firstOf(files, path, extensions[language]) ??
    firstOf(files, stem, emitted?.declarations ?? [])
  );
}

/** A folder with a `package.json` is not resolved: its `main` takes precedence over an index file. */
function findIndex(files: ProjectFiles, folder: string, language: Language): string | undefined {
  if (!files.isFolder(folder) || files.has(inFolder(folder, 'package.json'))) return undefined;
  return firstOf(files, inFolder(folder, 'index'), extensions[language]);
}

function firstOf(files: ProjectFiles, stem: string, endings: readonly string[]): string | undefined {
  // Most names match no file with any extension, which one look-up decides.
  if (!files.isStem(stem)) return undefined;
  for (const ending of endings) {
    if (files.has(stem + ending)) return stem + ending;
  }
  return undefined;
}
