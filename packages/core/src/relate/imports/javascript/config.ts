import { folderOf } from '../../paths.ts';
import { matchesGlob } from '../../settings/path-glob.ts';
import type { PathPatterns } from './path-patterns.ts';

/** A `tsconfig.json` or `jsconfig.json` with what it inherits; paths and patterns are relative to the project. */
export interface Config {
  path: string;
  paths: PathPatterns;
  baseUrl?: string;
  rootDir?: string;
  /** `rootDirs` */
  roots: readonly string[];
  outDir?: string;
  declarationDir?: string;
  /** `moduleSuffixes` */
  suffixes: readonly string[];
  /** `import { type B }` is emitted as an import without names, and runs. */
  keepsTypeImports: boolean;
  /** An import without a value that is used is kept. */
  keepsValueImports: boolean;
  /** Names that create the elements of JSX, other than that of React. */
  factories: readonly string[];
  files?: ReadonlySet<string>;
  include?: readonly string[];
  exclude?: readonly string[];
  /** Paths of configurations. */
  references: readonly string[];
}

/** Whether a configuration includes a file itself. */
export function includes({ path, files, include, exclude }: Config, file: string): boolean {
  if (files?.has(file) === true) return true;
  const folder = folderOf(path);
  const patterns = include ?? (files === undefined ? [folder] : []);
  return patterns.some((it) => selects(it, file)) && exclude?.some((it) => selects(it, file)) !== true;
}

/** A pattern selects a file, or a folder with all that is in it. */
function selects(pattern: string, file: string): boolean {
  if (pattern === '') return true;
  const wildcard = pattern.search(/[*?]/);
  if (wildcard < 0) return file === pattern || file.startsWith(`${pattern}/`);
  // Most configurations are those of other folders, which their prefix decides.
  if (!file.startsWith(pattern.slice(0, pattern.lastIndexOf('/', wildcard) + 1))) return false;
  return matchesGlob(pattern, file) || matchesGlob(`${pattern}/**`, file);
}

/**
 * The folders and files in which a configuration can include files. The empty
 * string is the root.
 */
export function includedPaths({ path, files, include }: Config): Set<string> {
  const patterns = include ?? (files === undefined ? [folderOf(path)] : []);
  return new Set([...(files ?? []), ...patterns.map(literalFolder)]);
}

/** The pattern without its first segment with a wildcard and all that follows. */
function literalFolder(pattern: string): string {
  const wildcard = pattern.search(/[*?]/);
  return wildcard < 0 ? pattern : pattern.slice(0, Math.max(0, pattern.lastIndexOf('/', wildcard)));
}
