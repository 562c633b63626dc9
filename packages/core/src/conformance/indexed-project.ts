import { AnalyzerError } from '@analyzer/contracts';
import {
  classesOf,
  codeOf,
  EDGE_KINDS,
  ENTRY_KINDS,
  FILE_STATUSES,
  hasClass,
  IMPORT_PHASES,
  LINK_STATES,
  NODE_KINDS,
  nameOf,
  REFERENCE_KINDS,
} from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { OtherPaths } from './other-paths.ts';
import {
  type CodeDeclaration,
  type CodeFile,
  type CodeImport,
  type CodeProject,
  type CodeUse,
  gapOf,
  spanInner,
  USED_TO_CALL,
} from './project.ts';

/** Classes of files that use the product as code outside of the project does. */
const APART: readonly string[] = ['example', 'benchmark', 'configuration'];

const PROJECT = 'SELECT id, node_id, last_node_id FROM project WHERE label = ?';

const FILES = `
  SELECT file.id, path, status, reason, dialect, ${hasClass('classes', 'test')} AS is_test, classes, tree_hash IS NOT NULL AS has_facts, name AS language
  FROM file JOIN node ON node.id = file.id LEFT JOIN language ON language.id = language_id
  WHERE file.id BETWEEN ? AND ?
  ORDER BY file.id`;

const DECLARATIONS = `
  SELECT
    node.id, file_id, parent_id, kind, coalesce(qualifier.text, '') || name.text AS qualified_name, start_line, end_line,
    parameters, returns, exported, ${hasClass('classes', 'test')} AS is_test, nodes
  FROM node JOIN name ON name.id = name_id LEFT JOIN name AS qualifier ON qualifier.id = qualifier_id
  WHERE node.id BETWEEN ? AND ?
  ORDER BY node.id`;

const BASES = 'SELECT node_id, name FROM base WHERE node_id BETWEEN ? AND ? ORDER BY node_id, seq';

const IMPORTS = `
  SELECT
    file_id, specifier, names, line, reference, import.phase, target.path, coalesce(part, 0) AS part,
    coalesce(linked_import.state, import.state) AS state,
    CASE WHEN part IS NULL THEN import.reason ELSE linked_import.reason END AS reason
  FROM import LEFT JOIN linked_import USING (file_id, seq)
  LEFT JOIN file AS target ON target.id = target_id AND part IS NULL
  WHERE file_id BETWEEN ? AND ?
  ORDER BY file_id, seq`;

const USES = `
  SELECT coalesce(node.file_id, node.id) AS file_id, from_id, to_id FROM edge JOIN node ON node.id = from_id
  WHERE from_id BETWEEN ? AND ? AND edge.kind = ${codeOf(EDGE_KINDS, 'references')}
    AND phase IN (${USED_TO_CALL.map((kind) => codeOf(REFERENCE_KINDS, kind)).join(', ')})
  ORDER BY from_id, to_id`;

const OTHERS = 'SELECT path, kind, reason FROM other_entry WHERE project_id = ? ORDER BY id';

const EXCLUSIONS = `
  SELECT path, exclusion_rule.reason FROM exclusion JOIN exclusion_rule ON exclusion_rule.id = rule_id
  WHERE project_id = ?
  ORDER BY exclusion.id`;

/** A file under construction. */
interface OpenFile extends CodeFile {
  declarations: CodeDeclaration[];
  imports: CodeImport[];
  references: CodeImport[];
  uses: CodeUse[];
}

/**
 * Reads a project from the index, without opening its files. The result equals `projectOf` of its scan: an import that
 * leads to another project is external or unresolved, and an index does not have `named` and `renamed`.
 *
 * @param label its name in the index
 * @throws AnalyzerError `not_found`
 */
export function indexedProject(snapshot: Snapshot, label: string): CodeProject {
  const [id, first, last] = projectOf(snapshot, label);
  const nodes = [first, last];
  const paths = new OtherPaths();
  const files = new Map<number, OpenFile>();
  snapshot.all(FILES, nodes, (row) => {
    const file = fileOf(row);
    if (row.flag('has_facts')) files.set(row.integer('id'), file);
    else paths.file(file.path, nameOf(FILE_STATUSES, row.integer('status')));
  });
  addDeclarations(snapshot, nodes, files);
  snapshot.all(IMPORTS, nodes, (row) => addImport(files.get(row.integer('file_id')), row));
  for (const { file, callee, line, within, state, candidates, reason } of snapshot.calls(id)) {
    const calls = callee.map((name, call) => ({
      callee: name,
      line: line[call] ?? 0,
      within: within[call] ?? -1,
      state: state[call] ?? 'unresolved',
      candidates: (candidates[call] ?? []).map(String),
      reason: reason[call] ?? undefined,
    }));
    const its = files.get(file);
    if (its !== undefined) its.calls = calls;
  }
  snapshot.all(USES, nodes, (row) => {
    const file = row.integer('file_id');
    const within = row.integer('from_id') - file - 1;
    files.get(file)?.uses.push({ within, target: String(row.integer('to_id')) });
  });
  snapshot.all(OTHERS, [id], (row) => {
    const kind = nameOf(ENTRY_KINDS, row.integer('kind'));
    if (kind !== 'file') paths.entry(row.text('path'), kind, row.optionalText('reason') !== undefined);
  });
  snapshot.all(EXCLUSIONS, [id], (row) => paths.exclusion(row.text('path'), row.text('reason')));
  const byPath = new Map([...files.values()].map((file) => [file.path, file]));
  return { files: byPath, unread: paths.unread, unreadReason: (path) => paths.reason(path, byPath) };
}

function projectOf(snapshot: Snapshot, label: string): [id: number, firstNode: number, lastNode: number] {
  const found = snapshot.first(PROJECT, [label], (row): [number, number, number] => [
    row.integer('id'),
    row.integer('node_id'),
    row.integer('last_node_id'),
  ]);
  if (found !== undefined) return found;
  const labels = snapshot.all('SELECT label FROM project ORDER BY id LIMIT 10', [], (row) => row.text('label'));
  throw new AnalyzerError(
    'not_found',
    { what: 'project of the index', name: label },
    { hint: `It has ${labels.join(', ')}.` },
  );
}

function fileOf(row: Row): OpenFile {
  const status = nameOf(FILE_STATUSES, row.integer('status'));
  const [reason, dialect] = [row.optionalText('reason'), row.optionalText('dialect')];
  return {
    path: row.text('path'),
    language: row.optionalText('language') ?? '',
    gap: gapOf({ status, ...(reason !== undefined && { reason }), ...(dialect !== undefined && { dialect }) }),
    isTest: row.flag('is_test'),
    isApart: classesOf(row.integer('classes')).some((it) => APART.includes(it)),
    declarations: [],
    imports: [],
    references: [],
    calls: [],
    uses: [],
    named: undefined,
    renamed: new Map(),
  };
}

function addDeclarations(snapshot: Snapshot, nodes: readonly number[], files: ReadonlyMap<number, OpenFile>): void {
  const parents = new Map<OpenFile, number[]>();
  const bases = new Map<number, string[]>();
  snapshot.all(BASES, nodes, (row) => {
    const its = bases.get(row.integer('node_id'));
    if (its === undefined) bases.set(row.integer('node_id'), [row.text('name')]);
    else its.push(row.text('name'));
  });
  snapshot.all(DECLARATIONS, nodes, (row) => {
    const id = row.integer('id');
    const fileId = row.integer('file_id');
    const file = files.get(fileId);
    const kind = nameOf(NODE_KINDS, row.integer('kind'));
    if (file === undefined || kind === 'file' || kind === 'project') return;
    file.declarations.push({
      id: String(id),
      kind,
      qualifiedName: row.text('qualified_name'),
      parameters: JSON.parse(row.optionalText('parameters') ?? '[]'),
      returns: row.optionalText('returns'),
      bases: bases.get(id) ?? [],
      startLine: row.integer('start_line'),
      endLine: row.integer('end_line'),
      exported: row.flag('exported'),
      nodes: row.integer('nodes'),
      last: id - fileId - 1,
      isTest: row.flag('is_test'),
    });
    // The file itself becomes -1.
    const within = row.integer('parent_id') - fileId - 1;
    const list = parents.get(file);
    if (list === undefined) parents.set(file, [within]);
    else list.push(within);
  });
  for (const [file, within] of parents) spanInner(file.declarations, (index) => within[index] ?? -1);
}

/** A row for some names of an import belongs to the import before. */
function addImport(file: OpenFile | undefined, row: Row): void {
  const imports = row.flag('reference') ? file?.references : file?.imports;
  const its = importOf(row);
  const before = row.integer('part') > 0 ? imports?.pop() : undefined;
  imports?.push(before === undefined ? its : { ...before, names: [...before.names, ...its.names] });
}

function importOf(row: Row): CodeImport {
  const names = row.optionalText('names');
  return {
    specifier: row.text('specifier'),
    names: names === undefined ? [] : JSON.parse(names),
    line: row.integer('line'),
    state: nameOf(LINK_STATES, row.integer('state')),
    path: row.optionalText('path'),
    reason: row.optionalText('reason'),
    phase: nameOf(IMPORT_PHASES, row.integer('phase')),
  };
}
