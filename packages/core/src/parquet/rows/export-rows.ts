import { classesOf, codeOf, GROUP_KINDS, NODE_KINDS } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { TableRow } from './table.ts';
import type { TABLES } from './tables.ts';

const PROJECTS = 'SELECT label, snapshot_id, options, files, lines, functions FROM project ORDER BY id';

export function projectRows(snapshot: Snapshot): IterableIterator<TableRow<typeof TABLES.projects>> {
  return snapshot.iterate(PROJECTS, [], (row) => ({
    project: row.text('label'),
    snapshot_id: row.text('snapshot_id'),
    options: row.text('options'),
    files: BigInt(row.integer('files')),
    lines: BigInt(row.integer('lines')),
    functions: BigInt(row.integer('functions')),
  }));
}

/** A hash that is the fingerprint of a group is stored once, with the group. */
function hashes(kind: 'function-body' | 'function-shape', column: 'body' | 'shape'): string {
  return `
    SELECT '${kind}' AS kind, function_hash.node_id, coalesce(${column}, (
      SELECT fingerprint FROM occurrence
      JOIN clone_group ON clone_group.id = occurrence.group_id
      JOIN group_detail ON group_detail.id = occurrence.group_id
      WHERE occurrence.node_id = function_hash.node_id AND clone_group.kind = ${codeOf(GROUP_KINDS, kind)}
    )) AS fingerprint
    FROM function_hash WHERE listed = 1`;
}

const FUNCTIONS = `
  SELECT
    hashes.kind, fingerprint, project.label, file.path, start_byte, end_byte, start_line, end_line, nodes,
    name.text AS name, language.name AS language, classes
  FROM (${hashes('function-body', 'body')} UNION ALL ${hashes('function-shape', 'shape')}) AS hashes
  JOIN node ON node.id = hashes.node_id
  JOIN file ON file.id = node.file_id
  JOIN project ON project.id = node.project_id
  JOIN name ON name.id = node.name_id
  JOIN language ON language.id = node.language_id
  WHERE node.kind > ${codeOf(NODE_KINDS, 'file')}
  ORDER BY fingerprint, hashes.kind, hashes.node_id`;

/** Each function that may be in a group, once for each kind, by fingerprint, kind, project, path and position. */
export function functionRows(snapshot: Snapshot): IterableIterator<TableRow<typeof TABLES.functions>> {
  return snapshot.iterate(FUNCTIONS, [], functionRow);
}

function functionRow(row: Row): TableRow<typeof TABLES.functions> {
  const fingerprint = row.bytes('fingerprint');
  return {
    kind: row.text('kind'),
    hash_range: fingerprint[0] ?? 0,
    fingerprint,
    project: row.text('label'),
    path: row.text('path'),
    start_byte: BigInt(row.integer('start_byte')),
    end_byte: BigInt(row.integer('end_byte')),
    start_line: row.integer('start_line'),
    end_line: row.integer('end_line'),
    nodes: row.integer('nodes'),
    name: row.text('name'),
    language: row.text('language'),
    classes: classesOf(row.integer('classes')).join(','),
  };
}
