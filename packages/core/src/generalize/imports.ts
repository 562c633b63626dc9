import type { Copy } from './copy.ts';
import type { Edit } from './edits.ts';
import { firstImportAt } from './first-import.ts';
import type { Obstacle } from './obstacle.ts';
import { lineEnd, type SourceFile } from './source-file.ts';

/** What is known of the files of a project. */
export interface Project {
  /** Whether a folder is a package of Python. */
  isPackage(folder: string): boolean;
  /** The ending with which relative imports of a package name its modules, such as `.js`, or none; undefined if there are none. */
  moduleEnding(path: string): string | undefined;
  /** Whether a folder has a manifest of npm. */
  hasManifest(folder: string): boolean;
  /** Whether a file imports another one when it is loaded, also through others. */
  reaches(from: string, to: string): boolean;
  /** Whether the project declares a method or function of this name. */
  declares(name: string): boolean;
}

/** The import of the new function into the file of a copy. */
export function importEdit(file: SourceFile, host: SourceFile, name: string, project: Project): Edit | Obstacle {
  if (project.reaches(host.path, file.path)) return { id: 'import_cycle', path: file.path };
  const written =
    file.language === 'python' ? pythonImport(file, host, name, project) : moduleImport(file, host, name, project);
  if (written === undefined) return { id: 'import_unknown', path: file.path };
  const last = file.root.children
    .filter(({ kind }) => /^(import_from_statement|import_statement|future_import_statement)$/.test(kind))
    .at(-1);
  const list = file.root.children.find(({ kind }) => kind === '[]')?.children ?? [];
  const lastOfModule = list.filter(({ kind }) => kind === 'ImportDeclaration').at(-1);
  const after = last ?? lastOfModule;
  if (after === undefined) {
    const at = firstImportAt(file.source, file.language);
    return { from: at, to: at, text: `${written}${file.newline}${file.newline}` };
  }
  const at = lineEnd(file.source, after.end);
  return { from: at, to: at, text: `${file.newline}${written}` };
}

/**
 * Whether a file may import a function from another one, as far as that is known without their trees.
 *
 * @param source of JavaScript or TypeScript
 * @returns the obstacle if it cannot
 */
export function obstacleOfImport(
  file: { path: string; source: string },
  host: { path: string; source: string },
  language: string,
  project: Project,
): Obstacle | undefined {
  if (language === 'php') return { id: 'no_common_place', path: file.path };
  const isKnown =
    language === 'python'
      ? pythonModule(file.path, host.path, project) !== undefined
      : isModule(file) && isModule(host) && isOnePackage(file.path, host.path, project) && !hasTests(host);
  if (!isKnown) return { id: 'import_unknown', path: file.path };
  return project.reaches(host.path, file.path) ? { id: 'import_cycle', path: file.path } : undefined;
}

function pythonImport(file: SourceFile, host: SourceFile, name: string, project: Project): string | undefined {
  const module = pythonModule(file.path, host.path, project);
  return module && `from ${module} import ${name}`;
}

/** The relative name of the module of a file, if packages are around both. */
function pythonModule(file: string, host: string, project: Project): string | undefined {
  const from = file.split('/').slice(0, -1);
  const to = host.split('/').slice(0, -1);
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common++;
  // Each folder from the common one on must be a package.
  for (const folders of [from, to]) {
    for (let length = Math.max(common, 0); length <= folders.length; length++) {
      if (!project.isPackage(folders.slice(0, length).join('/'))) return undefined;
    }
  }
  const base =
    host
      .split('/')
      .at(-1)
      ?.replace(/\.pyi?$/, '') ?? '';
  const parts = [...to.slice(common), ...(base === '__init__' ? [] : [base])];
  return `${'.'.repeat(from.length - common + 1)}${parts.join('.')}`;
}

/** An ES module; its file is named as the file, or else its package, names others. */
function moduleImport(file: SourceFile, host: SourceFile, name: string, project: Project): string | undefined {
  const statements = file.source.match(/^import\s[^\n]*from\s*['"][^'"\n]+['"];?/gm) ?? [];
  if (!isModule(file) || !isModule(host)) return undefined;
  // Packages import each other by name, and importing a module of tests runs them.
  if (!isOnePackage(file.path, host.path, project) || hasTests(host)) return undefined;
  const relative = statements.map((it) => /['"](\.[^'"]*)['"]/.exec(it)?.[1]).find((it) => it !== undefined);
  const ending = relative === undefined ? project.moduleEnding(file.path) : endingOf(relative);
  const from = file.path.split('/').slice(0, -1);
  const to = host.path.split('/');
  let common = 0;
  while (common < from.length && from[common] === to[common]) common++;
  const ups = from.length - common === 0 ? './' : '../'.repeat(from.length - common);
  const path = `${ups}${to.slice(common).join('/')}`.replace(ENDING, (own) => ending ?? compiledEnding(own));
  const isDouble = statements[0]?.includes('"') ?? count(file.source, '"') > count(file.source, "'");
  const quote = isDouble ? '"' : "'";
  const isEnded = statements[0]?.endsWith(';') ?? /;\s*$/m.test(file.source);
  return `import { ${name} } from ${quote}${path}${quote}${isEnded ? ';' : ''}`;
}

const ENDING = /\.[cm]?[jt]sx?$/;

/** The ending in the specifier of a relative import; empty without one. */
export function endingOf(specifier: string): string {
  return ENDING.exec(specifier)?.[0] ?? '';
}

/** The ending of the compiled module, with which all kinds of module resolution find it. */
function compiledEnding(own: string): string {
  return own.replace('t', 'j').replace('x', '');
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The nearest folder around a file with a manifest. */
export function manifestFolder(path: string, hasManifest: (folder: string) => boolean): string | undefined {
  const folders = path.split('/').slice(0, -1);
  for (let length = folders.length; length >= 0; length--) {
    const folder = folders.slice(0, length).join('/');
    if (hasManifest(folder)) return folder;
  }
  return undefined;
}

function isOnePackage(one: string, other: string, { hasManifest }: Project): boolean {
  return manifestFolder(one, hasManifest) === manifestFolder(other, hasManifest);
}

/** Whether a module registers tests when it is loaded. */
function hasTests({ source }: { source: string }): boolean {
  return /^(describe|it|test|suite)\b[\w.]*(<|\()/m.test(source);
}

/** Whether a file is an ES module: a script would become one by its first export or import. */
function isModule({ source }: { source: string }): boolean {
  return /^(import|export)\b/m.test(source) && !/\bmodule\.exports\b|\brequire\(/.test(source);
}

/** The copies whose files need an import. */
export function importing(copies: readonly Copy[], host: Copy): SourceFile[] {
  return [...new Set(copies.map(({ file }) => file))].filter((file) => file !== host.file);
}
