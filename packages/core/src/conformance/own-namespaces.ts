import { posix } from 'node:path';
import type { NameGlob } from './name-glob.ts';
import type { CodeFile, CodeImport, CodeProject } from './project.ts';

const UNDECLARED = 'no file of the project declares it';
const NAMESPACE = 'a namespace, which has no file';
/** The reason of an import of a constant. */
export const CONSTANT = 'facts do not list constants';

/** The namespaces that a project's PHP files declare. */
export class OwnNamespaces {
  readonly #files: CodeProject['files'];
  #all: ReadonlySet<string> | undefined;
  readonly #matching = new Map<NameGlob, ReadonlySet<string>>();

  constructor({ files }: Pick<CodeProject, 'files'>) {
    this.#files = files;
  }

  /**
   * Whether a PHP `use` names something that cannot be in a file that a glob matches: no file of the project declares it, and it is not
   * below the namespace of the folders of these files (PSR-4). If none matches, it must not be below the first part of any namespace.
   */
  isElsewhere(it: CodeImport, file: CodeFile, glob: NameGlob): boolean {
    if (!isUndeclared(it, file)) return false;
    const known = this.#matching.get(glob);
    const roots = known ?? new Set([...this.#files.values()].filter(({ path }) => glob.matches(path)).flatMap(rootsOf));
    if (known === undefined) this.#matching.set(glob, roots);
    const name = nameOf(it);
    if (roots.size > 0) return name.includes('\\') && ![...roots].some((root) => isBelow(name, root));
    return this.isForeign(it, file);
  }

  /** Whether a PHP `use` names something that no file of the project declares, as nothing below the first part of its namespace. */
  isForeign(it: CodeImport, file: CodeFile): boolean {
    if (!isUndeclared(it, file)) return false;
    this.#all ??= new Set([...this.#files.values()].flatMap(declaredIn).map(firstOf));
    const name = nameOf(it);
    return name.includes('\\') && !this.#all.has(firstOf(name));
  }
}

/**
 * A PHP `use` that leads to no file: of a namespace, whose classes are named where they are used, or of a constant without
 * a namespace, which the language has.
 */
export function leadsNowhere({ specifier, reason }: CodeImport, { language }: CodeFile): boolean {
  if (language !== 'php') return false;
  return reason === NAMESPACE || (reason === CONSTANT && !specifier.replace(/^\\/, '').includes('\\'));
}

/** A PHP `use` of a name that no file of the project declares. Such a line loads nothing itself. */
export function isUndeclared({ state, reason }: CodeImport, { language }: CodeFile): boolean {
  return language === 'php' && state === 'unresolved' && reason === UNDECLARED;
}

/** The namespaces of the folders above a file that are not parts of its own namespace: `League\\Shop` of `src/Cart/A.php` in `League\\Shop\\Cart`. */
function rootsOf(file: CodeFile): string[] {
  const folders = posix.dirname(file.path).toLowerCase().split('/');
  return declaredIn(file).map((name) => {
    const parts = name.split('\\').slice(0, -1);
    for (let at = folders.length - 1; at >= 0 && parts.length > 1 && parts.at(-1) === folders[at]; at--) parts.pop();
    return parts.join('\\');
  });
}

/** The names that a PHP file declares, in lower case. */
function declaredIn({ language, declarations }: CodeFile): string[] {
  if (language !== 'php') return [];
  return declarations.filter(({ kind }) => kind !== 'method').map(({ qualifiedName }) => qualifiedName.toLowerCase());
}

function nameOf({ specifier }: CodeImport): string {
  return specifier.replace(/^\\/, '').toLowerCase();
}

function firstOf(name: string): string {
  return name.split('\\', 1)[0] ?? '';
}

function isBelow(name: string, root: string): boolean {
  return root === '' || name.startsWith(`${root}\\`);
}
