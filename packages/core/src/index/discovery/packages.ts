import { readData } from './workspaces/read-data.ts';

/** A package of a project, which other projects can import by its name. */
export interface ProjectPackage {
  /** Relative to the project; empty for its root. */
  folder: string;
  name: string;
  /** JSON of the properties of its `package.json` that name files. */
  entries: string;
}

const FILE = 'package.json';
const ENTRIES = ['exports', 'types', 'typings', 'source', 'module', 'main'];
/** Characters of the properties; far more than hand-written ones have. */
const LONGEST = 256 * 1024;

/**
 * The packages at the root of a project and in its workspaces. Files that cannot be read have none.
 *
 * @param root absolute
 * @param workspaces relative to it
 */
export function readPackages(root: string, workspaces: readonly string[]): ProjectPackage[] {
  return ['', ...workspaces].flatMap((folder) => {
    const read = readData(`${folder === '' ? root : `${root}/${folder}`}/${FILE}`, 'json');
    if ('problem' in read || typeof read.data !== 'object' || read.data === null) return [];
    const properties = new Map<string, unknown>(Object.entries(read.data));
    const name = properties.get('name');
    if (typeof name !== 'string' || name === '') return [];
    const named = ENTRIES.flatMap((property) =>
      properties.has(property) ? [[property, properties.get(property)]] : [],
    );
    const entries = JSON.stringify(Object.fromEntries(named));
    return entries.length > LONGEST ? [] : [{ folder, name, entries }];
  });
}
