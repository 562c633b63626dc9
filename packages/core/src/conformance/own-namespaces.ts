import type { CodeFile, CodeImport, CodeProject } from './project.ts';

const UNDECLARED = 'no file of the project declares it';

/** The first parts of the namespaces that a project's PHP files declare. */
export class OwnNamespaces {
  readonly #files: CodeProject['files'];
  #roots: ReadonlySet<string> | undefined;

  constructor({ files }: Pick<CodeProject, 'files'>) {
    this.#files = files;
  }

  /**
   * Whether a PHP `use` names something of a package: no file of the project declares it, or another name below the first
   * part of its namespace. Such a line loads nothing itself.
   */
  isForeign({ specifier, state, reason }: CodeImport, { language }: CodeFile): boolean {
    if (language !== 'php' || state !== 'unresolved' || reason !== UNDECLARED) return false;
    this.#roots ??= new Set([...this.#files.values()].flatMap(rootsOf));
    const [root = '', more] = specifier.replace(/^\\/, '').split('\\', 2);
    return more !== undefined && !this.#roots.has(root.toLowerCase());
  }
}

function rootsOf({ language, declarations }: CodeFile): string[] {
  if (language !== 'php') return [];
  return declarations.map(({ qualifiedName }) => (qualifiedName.split('\\', 1)[0] ?? '').toLowerCase());
}
