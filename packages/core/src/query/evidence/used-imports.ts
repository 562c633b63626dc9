import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { LINK_STATES, nameOf } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { byId } from '../describe/by-id.ts';
import { redacted } from '../redact/secrets.ts';

const MOST_IMPORTS = 10;

type UsedImports = EvidenceData['occurrences'][number]['imports'];

/** An import of a file with the names that it binds. */
export interface FileImport extends Omit<UsedImports['items'][number], 'names'> {
  bound: string[];
}

const IMPORTS = `
  SELECT import.file_id, specifier, names, line, import.state, file.path AS target, language.name AS language,
    CASE WHEN file.project_id = node.project_id THEN NULL ELSE project.label END AS project
  FROM json_each(?) AS wanted
  CROSS JOIN import ON import.file_id = wanted.value
  JOIN node ON node.id = import.file_id
  JOIN language ON language.id = node.language_id
  LEFT JOIN file ON file.id = target_id
  LEFT JOIN project ON project.id = file.project_id
  ORDER BY import.file_id, seq`;

/** The imports of some files, by file, in order of position. */
export function importsOf(snapshot: Snapshot, files: ReadonlySet<number>): Map<number, FileImport[]> {
  return byId(snapshot.all(IMPORTS, [JSON.stringify([...files])], (row) => [row.integer('file_id'), fileImport(row)]));
}

/** The imports of a file that bind a name which a function in it uses; none without its tokens. */
export function usedImports(imports: readonly FileImport[], record: TokenRecord | undefined): UsedImports {
  const names = record === undefined ? NO_NAMES : namesIn(record);
  const used = imports
    .map(({ bound, ...its }) => ({ ...its, names: bound.filter((name) => names.has(name)) }))
    .filter(({ names: its }) => its.length > 0);
  return {
    items: used.slice(0, MOST_IMPORTS).map(({ specifier, names: its, line, state, ...target }) => {
      return { specifier: redacted(specifier), names: its, line, state, ...target };
    }),
    omitted: Math.max(0, used.length - MOST_IMPORTS),
  };
}

function fileImport(row: Row): FileImport {
  const specifier = row.text('specifier');
  const path = row.optionalText('target');
  const project = row.optionalText('project');
  return {
    specifier,
    bound: boundNames(row.optionalText('names'), specifier, row.text('language')),
    line: row.integer('line'),
    state: nameOf(LINK_STATES, row.integer('state')),
    ...(path === undefined ? {} : { path }),
    ...(project === undefined ? {} : { project }),
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

const NO_NAMES: ReadonlySet<string> = new Set();

/** Roles of names that an import can bind; a member's name is not one. */
const ROLES: ReadonlySet<TokenRole> = new Set(['variable', 'type', 'function', 'command']);

function namesIn({ role, kind, text }: TokenRecord): Set<string> {
  const names = new Set<string>();
  for (const [leaf, its] of role.entries()) {
    // A fixed name, such as the class in PHP's `Config::LIMIT`, is a literal of kind `name`.
    const isName = ROLES.has(its) || (its === 'literal' && kind[leaf] === 'name');
    if (isName) names.add(text[leaf] ?? '');
  }
  return names;
}
