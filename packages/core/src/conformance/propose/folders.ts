import { compareBytes } from '@analyzer/contracts/order';
import type { CodeFile, CodeProject } from '../project.ts';

/** Share of the files in one folder from which on the folders in it are meant. */
const MAIN_SHARE = 0.8;
/** Paths that mean the same in a glob. */
const PLAIN = /^[\w./@+-]+$/;

/** A folder with the files in it. */
export interface Folder {
  path: string;
  files: readonly CodeFile[];
}

/** The folders in which most of a project is divided, each with the folders directly in it; the outer ones come first. */
export function divisions({ files }: Pick<CodeProject, 'files'>): Folder[][] {
  const code = [...files.values()].filter(({ isTest, declarations }) => !isTest && declarations.length > 0);
  const outer = foldersIn(mainFolder('', code));
  const inner = outer.map(foldersIn).filter(({ length }) => length > 1);
  return [outer, ...inner];
}

/** Follows folders that have nearly all files. */
function mainFolder(path: string, files: readonly CodeFile[]): Folder {
  for (let folder: Folder = { path, files }; ; ) {
    const [largest] = foldersIn(folder).sort((a, b) => b.files.length - a.files.length);
    if (largest === undefined || largest.files.length < MAIN_SHARE * folder.files.length) return folder;
    folder = largest;
  }
}

/** The folders directly in a folder that have files. */
function foldersIn({ path, files }: Folder): Folder[] {
  const start = path === '' ? '' : `${path}/`;
  const folders = new Map<string, CodeFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/', start.length);
    const name = slash < 0 ? '' : file.path.slice(0, slash);
    if (name === '' || !PLAIN.test(name)) continue;
    const list = folders.get(name);
    if (list === undefined) folders.set(name, [file]);
    else list.push(file);
  }
  return [...folders].map(([name, its]) => ({ path: name, files: its })).sort((a, b) => compareBytes(a.path, b.path));
}
