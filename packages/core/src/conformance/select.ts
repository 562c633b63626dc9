import type { Selector } from '#manifest/selector.ts';
import type { DeclarationKind } from '#parse/facts.ts';
import { Glob } from '#tree/globs/glob.ts';
import type { Body } from './observation.ts';
import type { CodeFile, CodeProject } from './project.ts';

const FUNCTIONS: readonly DeclarationKind[] = ['function', 'method'];
/** Declaration kinds that the selector `class:` selects. */
const LIKE_CLASSES: readonly DeclarationKind[] = ['class', 'interface', 'trait', 'enum', 'type'];

/**
 * The code that a selector selects.
 *
 * @param file the file key that lists the contract; limits every selector to that file
 * @throws AnalyzerError `usage` for an invalid glob
 */
export function select(selector: Selector, project: CodeProject, file: string | undefined): Body[] {
  const isWide = file === undefined && (selector.kind === 'project' || selector.kind === 'module');
  const all = [...project.files.values()];
  // Selectors of many files do not select tests.
  const files = file === undefined ? all.filter(({ isTest }) => !isWide || !isTest) : filesAt(project, file);
  if (selector.kind === 'project' || selector.kind === 'file') {
    return selector.kind === 'file' && file === undefined ? [] : files.map(whole);
  }
  if (selector.kind === 'module') {
    if (file !== undefined) return files.map(whole);
    const glob = new Glob(selector.glob, 'scope');
    return files.filter(({ path }) => glob.matches(path, false)).map(whole);
  }
  return files.flatMap((it) =>
    it.declarations.flatMap(({ kind, qualifiedName }, index) =>
      selectsDeclaration(selector, kind, qualifiedName) ? [{ file: it, index }] : [],
    ),
  );
}

/** Whether a selector of declarations selects one. */
export function selectsDeclaration(
  { kind: wanted, name }: Extract<Selector, { name: string }>,
  kind: DeclarationKind,
  qualifiedName: string,
): boolean {
  const own = name.replaceAll('::', '.');
  const isMethod = wanted === 'function' && kind === 'method' && own.includes('.');
  const fits = wanted === 'class' ? LIKE_CLASSES.includes(kind) : kind === wanted || isMethod;
  return (
    fits &&
    (qualifiedName === own || (!own.includes('\\') && qualifiedName.slice(qualifiedName.lastIndexOf('\\') + 1) === own))
  );
}

/** Path and status of files that a selector selects but that were not read. */
export function unreadOf(selector: Selector, project: CodeProject, file: string | undefined): [string, string][] {
  if (file !== undefined) return [];
  const all = [...project.unread];
  if (selector.kind === 'project') return all;
  if (selector.kind !== 'module') return [];
  const glob = new Glob(selector.glob, 'scope');
  return all.filter(([path]) => glob.matches(path, false));
}

/** The functions and methods of a body that are in no other function; of a function itself. */
export function functionsIn({ file, index }: Body): Body[] {
  const last = index < 0 ? file.declarations.length - 1 : (file.declarations[index]?.last ?? index);
  const found: Body[] = [];
  for (let at = Math.max(index, 0); at <= last; at++) {
    const declaration = file.declarations[at];
    if (declaration === undefined || !FUNCTIONS.includes(declaration.kind)) continue;
    if (!declaration.isTest || file.isTest) found.push({ file, index: at });
    at = declaration.last;
  }
  return found;
}

/** Normalizes a file key to the form of the project's paths. */
export function normalKey(key: string): string {
  const names: string[] = [];
  for (const name of key.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

function filesAt(project: CodeProject, key: string): CodeFile[] {
  const file = project.files.get(normalKey(key));
  return file === undefined ? [] : [file];
}

function whole(file: CodeFile): Body {
  return { file, index: -1 };
}
