import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { byId } from '#index/by-id.ts';
import { LINK_STATES, nameOf } from '#index/codes.ts';
import type { TextsOf } from '#index/leaves/leaves.ts';
import type { Row, Snapshot, Statement } from '#index/port.ts';
import type { TokenRole } from '#parse/facts.ts';
import { redacted } from '../redact/secrets.ts';

const MAX_IMPORTS = 10;

type UsedImports = EvidenceData['occurrences'][number]['imports'];

/** An import of a file with the names that it binds. */
export interface FileImport extends Omit<UsedImports['items'][number], 'names' | 'path' | 'project'> {
  bound: string[];
  /** Integer id of the file. */
  target: number | undefined;
  /** Integer id of the importing file's project. */
  project: number;
}

/** An import with those of its names that a function uses. */
type UsedImport = Omit<FileImport, 'bound'> & { names: string[] };

/** Most imports of a file are not used by the function: only files that used ones lead to are read, later. */
const IMPORTS = `
  SELECT own.file_id, specifier, names, line, state, target_id, language, project_id
  FROM (
    SELECT DISTINCT file.id AS file_id, file.project_id, language.name AS language
    FROM json_each(?) AS wanted
    CROSS JOIN node AS its ON its.id = wanted.value
    JOIN node AS file ON file.id = its.file_id
    JOIN language ON language.id = file.language_id
  ) AS own
  CROSS JOIN import ON import.file_id = own.file_id
  ORDER BY own.file_id, seq`;

const TARGETS = `
  SELECT file.id, file.path, project_id, label FROM json_each(?) AS wanted
  CROSS JOIN file ON file.id = wanted.value
  JOIN project ON project.id = project_id`;

/** What `importsOf` asks for. */
export function importsStatement(nodes: readonly number[]): Statement {
  return { sql: IMPORTS, parameters: [JSON.stringify(nodes)] };
}

/** The imports of the files of those nodes, by file, in order of position. */
export function importsOf(snapshot: Snapshot, nodes: readonly number[]): Map<number, FileImport[]> {
  const { sql, parameters } = importsStatement(nodes);
  return byId(snapshot.all(sql, parameters, (row) => [row.integer('file_id'), fileImport(row)]));
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
  const named = imports.map(({ bound, ...its }) => ({
    ...its,
    names: used === undefined ? bound : bound.filter((name) => used.has(name)),
  }));
  return { imports: named.filter(({ names }) => names.length > 0), ofFile: used === undefined };
}

/** The imports to list, with the files that they lead to. */
export function listImports(snapshot: Snapshot, lists: readonly FoundImports[]): UsedImports[] {
  const listed = lists.map(({ imports }) => imports.slice(0, MAX_IMPORTS));
  const files = new Set(listed.flat().flatMap(({ target }) => target ?? []));
  const targets = targetsOf(snapshot, [...files]);
  return lists.map(({ imports, ofFile }, index) => ({
    items: (listed[index] ?? []).map(({ specifier, names, line, state, target, project }) => {
      const file = target === undefined ? undefined : targets.get(target);
      return {
        specifier: redacted(specifier),
        names,
        line,
        state,
        ...(file !== undefined && { path: file.path }),
        ...(file !== undefined && file.project !== project && { project: file.label }),
      };
    }),
    omitted: Math.max(0, imports.length - MAX_IMPORTS),
    ...(ofFile && { of_file: true }),
  }));
}

interface Target {
  path: string;
  /** Integer id of its project. */
  project: number;
  label: string;
}

function targetsOf(snapshot: Snapshot, files: readonly number[]): Map<number, Target> {
  if (files.length === 0) return new Map();
  return new Map(
    snapshot.all(TARGETS, [JSON.stringify(files)], (row) => [
      row.integer('id'),
      { path: row.text('path'), project: row.integer('project_id'), label: row.text('label') },
    ]),
  );
}

function fileImport(row: Row): FileImport {
  const specifier = row.text('specifier');
  return {
    specifier,
    bound: boundNames(row.optionalText('names'), specifier, row.text('language')),
    line: row.integer('line'),
    state: nameOf(LINK_STATES, row.integer('state')),
    target: row.optionalInteger('target_id'),
    project: row.integer('project_id'),
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
