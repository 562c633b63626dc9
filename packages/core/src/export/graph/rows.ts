import type {
  Cycle,
  Declaration,
  Edge,
  Entry,
  Exclusion,
  File,
  GraphV1,
  Group,
  Import,
  Occurrence,
  Project,
  Versions,
} from '@analyzer/contracts/analyzer.graph.v1';
import {
  classFlags,
  EDGE_KINDS,
  ENTRY_KINDS,
  FILE_CLASSES,
  FILE_STATUSES,
  GROUP_KINDS,
  hasClass,
  IMPORT_PHASES,
  LINK_STATES,
  MATCHES,
  NODE_KINDS,
  nameOf,
} from '#index/codes.ts';
import { groupIdOfKey, hex, nodeId } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { storedRoot } from '#index/root/stored-root.ts';

/** The properties before the lists. */
export function graphHeader(snapshot: Snapshot): Pick<GraphV1, 'schema' | 'snapshot_id' | 'root' | 'versions'> {
  const sql = 'SELECT format, fingerprint_version, parsers FROM snapshot';
  const versions = snapshot.first(sql, [], (row) => {
    const parsers: Versions['parsers'] = JSON.parse(row.text('parsers'));
    return { format: row.integer('format'), fingerprint: row.integer('fingerprint_version'), parsers };
  });
  if (versions === undefined) throw new RangeError('the index has no snapshot');
  return { schema: 'analyzer.graph.v1', snapshot_id: snapshot.id, root: storedRoot(snapshot), versions };
}

/** Each list with the name of its rows, in document order. */
export function graphLists(snapshot: Snapshot) {
  return [
    { list: 'projects', row: 'project', rows: projects(snapshot) },
    { list: 'files', row: 'file', rows: snapshot.iterate(FILES, [], file) },
    { list: 'entries', row: 'entry', rows: snapshot.iterate(ENTRIES, [], entry) },
    { list: 'declarations', row: 'declaration', rows: snapshot.iterate(DECLARATIONS, [], declaration) },
    { list: 'edges', row: 'edge', rows: snapshot.iterate(EDGES, [], edge) },
    { list: 'imports', row: 'import', rows: snapshot.iterate(IMPORTS, [], importRow) },
    { list: 'cycles', row: 'cycle', rows: snapshot.iterate(cyclesOf('cycle_file'), [], cycle) },
    { list: 'non_load_cycles', row: 'cycle', rows: snapshot.iterate(cyclesOf('non_load_cycle_file'), [], cycle) },
    { list: 'groups', row: 'group', rows: snapshot.iterate(GROUPS, [], group) },
    { list: 'occurrences', row: 'occurrence', rows: snapshot.iterate(OCCURRENCES, [], occurrence) },
    { list: 'exclusions', row: 'exclusion', rows: snapshot.iterate(EXCLUSIONS, [], exclusion) },
  ] as const satisfies readonly { list: keyof GraphV1; row: string; rows: Iterable<unknown> }[];
}

function* projects(snapshot: Snapshot): Generator<Project> {
  const coverage = 'SELECT status, n FROM coverage_count WHERE project_id = ? ORDER BY status';
  const links = 'SELECT kind, state, edges, sites FROM edge_count WHERE project_id = ? ORDER BY kind, state';
  const sql = 'SELECT project.*, key FROM project JOIN node ON node.id = node_id ORDER BY project.id';
  for (const { id, ...project } of snapshot.all(sql, [], projectRow)) {
    yield {
      ...project,
      coverage: Object.fromEntries(snapshot.all(coverage, [id], (row) => [row.text('status'), row.integer('n')])),
      links: snapshot.all(links, [id], link),
    };
  }
}

function projectRow(row: Row): Omit<Project, 'coverage' | 'links'> & { id: number } {
  return {
    id: row.integer('id'),
    node_id: nodeId(row.bytes('key')),
    label: row.text('label'),
    snapshot_id: row.text('snapshot_id'),
    options: JSON.parse(row.text('options')),
    markers: JSON.parse(row.text('markers')),
    workspaces: JSON.parse(row.text('workspaces')),
    files: row.integer('files'),
    lines: row.integer('lines'),
    functions: row.integer('functions'),
    declarations: row.integer('declarations'),
    repeated_lines: row.integer('repeated_lines'),
    copied_lines: row.integer('copied_lines'),
    complete: row.flag('complete'),
  };
}

function link(row: Row): Project['links'][number] {
  const kind = nameOf(EDGE_KINDS, row.integer('kind'));
  if (kind === 'member') throw new RangeError('an edge of kind member is not a link');
  return {
    kind,
    state: nameOf(LINK_STATES, row.integer('state')),
    edges: row.integer('edges'),
    sites: row.integer('sites'),
  };
}

const FILES = `
  SELECT file.*, key, classes, label, language.name AS language
  FROM file
  JOIN node ON node.id = file.id
  JOIN project ON project.id = file.project_id
  LEFT JOIN language ON language.id = language_id
  ORDER BY file.id`;

function file(row: Row): File {
  return {
    node_id: nodeId(row.bytes('key')),
    project: row.text('label'),
    path: row.text('path'),
    ...(row.flag('name_lossy') && { name_lossy: true as const }),
    ...textMember('language', row),
    ...textMember('dialect', row),
    ...textMember('encoding', row),
    status: nameOf(FILE_STATUSES, row.integer('status')),
    ...textMember('reason', row),
    errors: row.integer('errors'),
    size: row.integer('size'),
    ...(row.optionalInteger('lines') === undefined ? {} : { lines: row.integer('lines') }),
    ...hashMember('sha256', row),
    ...hashMember('tree_hash', row),
    ...classFlags(row.integer('classes')),
    functions: row.integer('functions'),
    repeated_lines: row.integer('repeated_lines'),
    copied_lines: row.integer('copied_lines'),
  };
}

const ENTRIES = `
  SELECT label, path, kind, target, reason FROM other_entry JOIN project ON project.id = project_id
  ORDER BY other_entry.id`;

function entry(row: Row): Entry {
  const kind = nameOf(ENTRY_KINDS, row.integer('kind'));
  return {
    project: row.text('label'),
    path: row.text('path'),
    kind,
    ...textMember('target', row),
    ...(kind === 'symlink' && row.optionalText('target') === undefined && { outside: true as const }),
    ...textMember('reason', row),
  };
}

const DECLARATIONS = `
  SELECT
    node.*, own_file.key AS file_key, parent.key AS parent_key, name.text AS name,
    coalesce(qualifier.text, '') || name.text AS qualified_name
  FROM node
  JOIN node AS own_file ON own_file.id = node.file_id
  JOIN node AS parent ON parent.id = node.parent_id
  JOIN name ON name.id = node.name_id
  LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
  WHERE node.kind > ${NODE_KINDS.indexOf('file')}
  ORDER BY node.id`;

function declaration(row: Row): Declaration {
  return {
    node_id: nodeId(row.bytes('key')),
    file: nodeId(row.bytes('file_key')),
    parent: nodeId(row.bytes('parent_key')),
    kind: nameOf(NODE_KINDS, row.integer('kind')),
    name: row.text('name'),
    qualified_name: row.text('qualified_name'),
    exported: row.flag('exported'),
    is_test: classFlags(row.integer('classes')).is_test,
    start_line: row.integer('start_line'),
    end_line: row.integer('end_line'),
    start_byte: row.integer('start_byte'),
    end_byte: row.integer('end_byte'),
    nodes: row.integer('nodes'),
    parameters: JSON.parse(row.optionalText('parameters') ?? '[]'),
    ...textMember('returns', row),
  };
}

const EDGES = `
  SELECT edge.kind, state, line, phase, sites, origin.key AS from_key, target.key AS to_key
  FROM edge JOIN node AS origin ON origin.id = from_id JOIN node AS target ON target.id = to_id
  ORDER BY edge.kind, from_id, to_id`;

function edge(row: Row): Edge {
  const state = nameOf(LINK_STATES, row.integer('state'));
  const kind = nameOf(EDGE_KINDS, row.integer('kind'));
  if (kind === 'contains' || kind === 'member') throw new RangeError(`an edge of kind ${kind} is not a link`);
  return {
    from: nodeId(row.bytes('from_key')),
    to: nodeId(row.bytes('to_key')),
    kind,
    state: state === 'resolved' || state === 'declared' ? state : 'ambiguous',
    line: row.integer('line'),
    ...(kind === 'imports' && { phase: nameOf(IMPORT_PHASES, row.integer('phase')) }),
    sites: row.integer('sites'),
  };
}

const IMPORTS = `
  SELECT specifier, names, line, reference, conditional, phase, state, rule, reason, node.key, target.key AS target_key
  FROM import JOIN node ON node.id = import.file_id LEFT JOIN node AS target ON target.id = target_id
  ORDER BY import.file_id, seq`;

function importRow(row: Row): Import {
  const target = row.optionalBytes('target_key');
  return {
    file: nodeId(row.bytes('key')),
    specifier: row.text('specifier'),
    names: JSON.parse(row.optionalText('names') ?? '[]'),
    line: row.integer('line'),
    ...(row.flag('reference') && { reference: true }),
    conditional: row.flag('conditional'),
    phase: nameOf(IMPORT_PHASES, row.integer('phase')),
    state: nameOf(LINK_STATES, row.integer('state')),
    ...(target === undefined ? {} : { target: nodeId(target) }),
    ...textMember('rule', row),
    ...textMember('reason', row),
  };
}

/** Keys as hex in JSON arrays, so that a cycle is one row. */
const cyclesOf = (table: 'cycle_file' | 'non_load_cycle_file') => `
  SELECT
    json_group_array(lower(hex(key)) ORDER BY own.file_id) AS files,
    json_group_array(lower(hex(key)) ORDER BY step) FILTER (WHERE step IS NOT NULL) AS example
  FROM ${table} AS own JOIN node ON node.id = own.file_id
  GROUP BY cycle_id
  ORDER BY cycle_id`;

function cycle(row: Row): Cycle {
  const ids = (column: string): string[] => {
    const keys: string[] = JSON.parse(row.text(column));
    return keys.map((key) => `n_${key}`);
  };
  return { files: ids('files'), example: ids('example') };
}

/** Of a group, the number of occurrences in each class of files. */
const OCCURRENCES_OF_CLASSES = FILE_CLASSES.map((name) => {
  const own = 'FROM occurrence JOIN node ON node.id = node_id WHERE group_id = clone_group.id';
  return `(SELECT sum(${hasClass('node.classes', name)}) ${own}) AS ${name}_occurrences`;
}).join(', ');

const GROUPS = `
  SELECT
    clone_group.*, ${OCCURRENCES_OF_CLASSES}, detail.key, detail.fingerprint, detail.names, language.name AS language,
    same.key AS same_key, holder.key AS holder_key, whole_copy.kind AS whole_kind, copies
  FROM clone_group
  JOIN group_detail AS detail ON detail.id = clone_group.id
  JOIN language ON language.id = language_id
  LEFT JOIN group_detail AS same ON same.id = same_as
  LEFT JOIN group_detail AS holder ON holder.id = contained_in
  LEFT JOIN whole_copy ON whole_copy.id = whole_copy_id
  ORDER BY clone_group.id`;

function group(row: Row): Group {
  const same = row.optionalBytes('same_key');
  const holder = row.optionalBytes('holder_key');
  const whole = row.optionalInteger('whole_kind');
  return {
    group_id: groupIdOfKey(row.bytes('key')),
    kind: nameOf(GROUP_KINDS, row.integer('kind')),
    language: row.text('language'),
    fingerprint: hex(row.bytes('fingerprint')),
    projects: row.integer('projects'),
    occurrences: row.integer('occurrences'),
    nodes: row.integer('nodes'),
    score: row.integer('score'),
    names: JSON.parse(row.text('names')),
    test_occurrences: row.integer('test_occurrences'),
    vendored_occurrences: row.integer('vendored_occurrences'),
    generated_occurrences: row.integer('generated_occurrences'),
    example_occurrences: row.integer('example_occurrences'),
    benchmark_occurrences: row.integer('benchmark_occurrences'),
    ...(same === undefined ? {} : { same_as: groupIdOfKey(same) }),
    ...(holder === undefined ? {} : { contained_in: groupIdOfKey(holder) }),
    ...(whole === undefined ? {} : { whole_copy: { kind: nameOf(NODE_KINDS, whole), copies: row.integer('copies') } }),
  };
}

const OCCURRENCES = `
  SELECT group_detail.key AS group_key, node.key, occurrence.*
  FROM occurrence JOIN group_detail ON group_detail.id = group_id JOIN node ON node.id = node_id
  ORDER BY group_id, seq`;

function occurrence(row: Row): Occurrence {
  const similarity = row.optionalInteger('similarity');
  const match = row.optionalInteger('match');
  const name = row.optionalText('callback');
  return {
    group_id: groupIdOfKey(row.bytes('group_key')),
    node_id: nodeId(row.bytes('key')),
    ...(similarity === undefined ? {} : { similarity }),
    ...(match === undefined ? {} : { match: nameOf(MATCHES, match) }),
    ...(row.optionalInteger('start_line') === undefined
      ? {}
      : {
          start_line: row.integer('start_line'),
          end_line: row.integer('end_line'),
          start_byte: row.integer('start_byte'),
          end_byte: row.integer('end_byte'),
          ...(name === undefined ? {} : { name }),
        }),
  };
}

const EXCLUSIONS = `
  SELECT label, path, kind, reason, rule
  FROM exclusion JOIN project ON project.id = project_id JOIN exclusion_rule ON exclusion_rule.id = rule_id
  ORDER BY exclusion.id`;

function exclusion(row: Row): Exclusion {
  return {
    project: row.text('label'),
    path: row.text('path'),
    kind: nameOf(ENTRY_KINDS, row.integer('kind')),
    reason: row.text('reason'),
    rule: row.text('rule'),
  };
}

function textMember<Name extends string>(name: Name, row: Row): Partial<Record<Name, string>> {
  const text = row.optionalText(name);
  const member: Partial<Record<Name, string>> = {};
  if (text !== undefined) member[name] = text;
  return member;
}

function hashMember<Name extends string>(name: Name, row: Row): Partial<Record<Name, string>> {
  const bytes = row.optionalBytes(name);
  const member: Partial<Record<Name, string>> = {};
  if (bytes !== undefined) member[name] = hex(bytes);
  return member;
}
