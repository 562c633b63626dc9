import { inFolder } from '../../paths.ts';
import type { ProjectFiles } from '../../project-files.ts';

export type Language = 'javascript' | 'typescript';

const typescript = ['.ts', '.tsx', '.mts', '.cts'];
const javascript = ['.js', '.jsx', '.mjs', '.cjs'];
const declarations = ['.d.ts', '.d.mts', '.d.cts'];

/** Extensions tried after a specifier without one, in order: the importer's own language first. */
export const extensions = {
  typescript: [...typescript, ...javascript, '.json', ...declarations],
  javascript: [...javascript, ...typescript, '.json', ...declarations],
};

/**
 * The files that a written extension can refer to besides itself, in TypeScript's order: the sources that emit such a file
 * (TypeScript imports the file it will emit), then other files with the same stem.
 * https://www.typescriptlang.org/docs/handbook/modules/theory.html, "The role of the host"
 */
const siblings: Record<string, { sources: string[]; others: string[] } | undefined> = {
  '.js': { sources: ['.ts', '.tsx'], others: ['.d.ts', '.jsx'] },
  '.jsx': { sources: ['.tsx', '.ts'], others: ['.d.ts', '.js'] },
  '.mjs': { sources: ['.mts'], others: ['.d.mts'] },
  '.cjs': { sources: ['.cts'], others: ['.d.cts'] },
  '.ts': { sources: [], others: ['.tsx', '.d.ts', '.js', '.jsx'] },
  '.tsx': { sources: [], others: ['.ts', '.d.ts', '.jsx', '.js'] },
  '.mts': { sources: [], others: ['.d.mts', '.mjs'] },
  '.cts': { sources: [], others: ['.d.cts', '.cjs'] },
};

/** The file at a path as an import can name it: without its extension, or with that of a sibling. */
export function findFile(files: ProjectFiles, path: string, language: Language): string | undefined {
  const dot = path.lastIndexOf('.');
  const stem = path.slice(0, Math.max(dot, 0));
  const { sources, others } = (dot < 0 ? undefined : siblings[path.slice(dot)]) ?? { sources: [], others: [] };
  return (
    (language === 'typescript' ? firstOf(files, stem, sources) : undefined) ??
    (files.has(path) ? path : undefined) ??
    firstOf(files, stem, sources) ??
    firstOf(files, path, extensions[language]) ??
    firstOf(files, stem, others)
  );
}

/**
 * The files at a path with `moduleSuffixes` in front of their extension. Which one is loaded depends on the platform.
 *
 * https://www.typescriptlang.org/tsconfig/#moduleSuffixes
 */
export function findSuffixed(
  files: ProjectFiles,
  path: string,
  suffixes: readonly string[],
  language: Language,
): readonly string[] {
  const extension = /(?:\.[cm]?[jt]sx?)?$/.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - extension.length);
  return [...new Set(suffixes.flatMap((it) => findFile(files, stem + it + extension, language) ?? []))];
}

/** The index file of a folder. */
export function findIndex(files: ProjectFiles, folder: string, language: Language): string | undefined {
  return files.isFolder(folder) ? firstOf(files, inFolder(folder, 'index'), extensions[language]) : undefined;
}

export function firstOf(files: ProjectFiles, stem: string, endings: readonly string[]): string | undefined {
  // Most names match no file with any extension, which one look-up decides.
  if (!files.isStem(stem)) return undefined;
  for (const ending of endings) {
    if (files.has(stem + ending)) return stem + ending;
  }
  return undefined;
}
