import type { Imported } from './bindings.ts';
import type { CodeFile, CodeImport } from './project.ts';

/** A name of another package, or one that a file of the project binds itself and that is not a declaration: a variable. */
export type Origin = { from: CodeImport; name: string } | { variableOf: CodeFile; name: string };

/** Files through which a name is passed on that are followed. */
const MAX_FILES = 20;

/**
 * Where an imported name comes from, through the files that pass it on.
 *
 * @param callee as written, with the name as its first part
 * @returns undefined if it is not known
 */
export function originOf({ from }: Imported, callee: string, files: ReadonlyMap<string, CodeFile>): Origin | undefined {
  const [local = '', ...rest] = callee.split('.');
  let at = from;
  let name = boundAs(at, local);
  for (let steps = 0; steps < MAX_FILES && name !== undefined && at.path !== undefined; steps++) {
    const file = files.get(at.path);
    const wanted: string | undefined = name === '*' ? rest.shift() : name;
    if (file === undefined || file.gap !== undefined || wanted === undefined) return undefined;
    const inner = file.imports.find((it) => boundAs(it, wanted) !== undefined);
    if (inner === undefined)
      return hasWildcard(file) || declares(file, wanted) ? undefined : { variableOf: file, name: wanted };
    name = boundAs(inner, wanted);
    at = inner;
  }
  if (at.path !== undefined || name === undefined || at.state !== 'external') return undefined;
  const isModule = name === '*' || name === 'default';
  return { from: at, name: [at.specifier, ...(isModule ? [] : [name]), ...rest].join('/') };
}

/** The name by which a file imports what is `local` in it. */
function boundAs({ names }: CodeImport, local: string): string | undefined {
  const its = names.find(({ name, alias }) => (alias ?? name) === local);
  return its === undefined || (its.name === '*' && its.alias === undefined) ? undefined : its.name;
}

function hasWildcard({ imports }: CodeFile): boolean {
  return imports.some(({ names }) => names.some(({ name, alias }) => name === '*' && alias === undefined));
}

function declares({ declarations }: CodeFile, name: string): boolean {
  return declarations.some(({ qualifiedName }) => qualifiedName === name);
}
