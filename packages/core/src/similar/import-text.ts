import type { Snapshot } from '#index/port.ts';
import { ELSEWHERE_RULES } from '#languages/elsewhere-rules.ts';

const { statements, of_packages } = ELSEWHERE_RULES.imports;
const STATEMENTS: ReadonlyMap<string, string> = new Map(Object.entries(statements));

const PACKAGES = `
  SELECT folder, name FROM package WHERE project_id = ? AND kind = 'npm' AND name <> ''
  ORDER BY length(folder) DESC, folder`;
const FILE = 'SELECT id FROM file WHERE project_id = ? AND path = ?';

interface Declared {
  path: string;
  /** Qualified name. */
  name: string;
  language: string;
  /** Integer id. */
  project: number;
}

/** How code of another project imports a declaration, as far as the index knows: an import, or its package and file. */
export function importText(snapshot: Snapshot, declared: Declared): string {
  const { path, name: qualified, language, project } = declared;
  const [name = qualified] = qualified.split('.', 1);
  const statement = STATEMENTS.get(language);
  if (statement !== undefined) {
    const module = statement.includes('{module}') ? moduleOf(snapshot, declared) : '';
    return statement
      .replace('{module}', () => module)
      .replace('{name}', () => name)
      .replace('{path}', () => path);
  }
  if (!of_packages.includes(language)) return `${name} of ${path}`;
  const packages = snapshot.all(PACKAGES, [project], (row) => ({ folder: row.text('folder'), name: row.text('name') }));
  const its = packages.find(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  if (its === undefined) return `${name} of ${path}`;
  return `${name} of the package ${its.name}, ${its.folder === '' ? path : path.slice(its.folder.length + 1)}`;
}

/** A package consists of the folders with `__init__.py`; other modules are named from their source folder. */
function moduleOf(snapshot: Snapshot, { path, project }: Declared): string {
  const folders = path.split('/');
  const [file = ''] = folders.splice(-1);
  let first = folders.length;
  while (first > 0 && isPackage(snapshot, project, folders.slice(0, first))) first--;
  const { python } = ELSEWHERE_RULES.source_folders;
  if (first === folders.length) first = folders.findLastIndex((folder) => python.includes(folder)) + 1;
  const module = file.replace(/\.pyi?$/, '');
  const segments = [...folders.slice(first), ...(module === '__init__' ? [] : [module])];
  return segments.join('.') || module;
}

function isPackage(snapshot: Snapshot, project: number, folders: readonly string[]): boolean {
  return snapshot.first(FILE, [project, `${folders.join('/')}/__init__.py`], () => true) === true;
}
