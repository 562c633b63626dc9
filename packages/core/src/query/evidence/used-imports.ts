import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { byId } from '#index/by-id.ts';
import { LINK_STATES, nameOf } from '#index/codes.ts';
import type { TextsOf } from '#index/leaves/leaves.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { TokenRole } from '#parse/facts.ts';
import { redacted } from '../redact/secrets.ts';

const MAX_IMPORTS = 10;

type UsedImports = EvidenceData['occurrences'][number]['imports'];

/** An import of a file with the names that it binds; its project only if it is another one. */
export interface FileImport extends Omit<UsedImports['items'][number], 'names'> {
  bound: string[];
}

/** An import with those of its names that a function uses. */
type UsedImport = Omit<FileImport, 'bound'> & { names: string[] };

const IMPORTS = `
  SELECT own.file_id, specifier, names, line, state, language, file.path, project.label
  FROM (
    SELECT DISTINCT file.id AS file_id, file.project_id, language.name AS language
    FROM json_each(?) AS wanted
    CROSS JOIN node AS its ON its.id = wanted.value
    JOIN node AS file ON file.id = its.file_id
    JOIN language ON language.id = file.language_id
  ) AS own
  CROSS JOIN import ON import.file_id = own.file_id
  LEFT JOIN file ON file.id = import.target_id
  LEFT JOIN project ON project.id = file.project_id AND project.id <> own.project_id
  ORDER BY own.file_id, seq`;

/** The imports of the files of those nodes, by file, in order of position. */
export function importsOf(snapshot: Snapshot, nodes: readonly number[]): Map<number, FileImport[]> {
  return byId(snapshot.all(IMPORTS, [JSON.stringify(nodes)], (row) => [row.integer('file_id'), fileImport(row)]));
}

/** Imports to list, and whether they are all of the file because the index does not know which of them a node uses. */
interface FoundImports {
  imports: UsedImport[];
  ofFile: boolean;
}

/** The imports of a file that bind a name which a node in it uses; without its tokens all that bind a name. */
export function importsUsed(imports: readonly FileImport[], node: number, textsOf: TextsOf): FoundImports {
  if (imports.length === 0) return { imports: [], ofFile: false };
  const used = textsOf(node, isName);
  const named = imports.map(({ bound, specifier, line, state, ...target }) => ({
    specifier,
    names: used === undefined ? bound : bound.filter((name) => used.has(name)),
    line,
    state,
    ...target,
  }));
  return { imports: named.filter(({ names }) => names.length > 0), ofFile: used === undefined };
}

/** The imports to list. */
export function listImports({ imports, ofFile }: FoundImports): UsedImports {
  return {
    items: imports.slice(0, MAX_IMPORTS).map((its) => ({ ...its, specifier: redacted(its.specifier) })),
    omitted: Math.max(0, imports.length - MAX_IMPORTS),
    ...(ofFile && { of_file: true }),
  };
}

function fileImport(row: Row): FileImport {
  const specifier = row.text('specifier');
  const [path, project] = [row.optionalText('path'), row.optionalText('label')];
  return {
    specifier,
    bound: boundNames(row.optionalText('names'), specifier, row.text('language')),
    line: row.integer('line'),
    state: nameOf(LINK_STATES, row.integer('state')),
    ...(path !== undefined && { path }),
    ...(project !== undefined && { project }),
  };
}

/** The local names of imported names. */
function boundNames(json: string | undefined, specifier: string, language: string): string[] {
  if (json === undefined) {
    // Python's `import a.b` binds a.
    return language === 'python' ? specifier.split('.', 1) : [];
  }
  const names: unknown = JSON.parse(json);
  if (!Array.isArray(names)) throw new RangeError('the index has imported names that are not an array');
  return names.flatMap((imported: unknown) => {
    if (typeof imported !== 'object' || imported === null) return [];
    if ('alias' in imported) return [String(imported.alias)];
    // `from m import *` can bind any name.
    return 'name' in imported && imported.name !== '*' ? [String(imported.name)] : [];
  });
}

/** Roles of names that an import can bind; a member's name is not one. */
const ROLES: ReadonlySet<TokenRole> = new Set(['variable', 'type', 'function', 'command']);

function isName(role: TokenRole, kind: string): boolean {
  // A fixed name, such as the class in PHP's `Config::LIMIT`, is a literal of kind `name`.
  return ROLES.has(role) || (role === 'literal' && kind === 'name');
}
