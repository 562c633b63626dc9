import { createHash } from 'node:crypto';
import type { Statements } from '../../sqlite/statements.ts';

/** The rows of the history as JSON, with public ids and in an order that does not depend on integer ids. */
const LINES: readonly string[] = [
  `SELECT json_array(label, state, commits, is_cut, is_shallow, searched) AS line
  FROM project_history JOIN project ON project.id = project_id ORDER BY label`,
  'SELECT json_array(hash, date, subject) AS line FROM history_commit ORDER BY hash',
  `SELECT json_array(hex(key), first, together, apart, differ, hash) AS line
  FROM group_age JOIN group_detail ON group_detail.id = group_id LEFT JOIN history_commit AS since ON since.id = since_id
  ORDER BY key`,
  `SELECT json_array(hex(key), seq, hash, uncommitted, edits) AS line
  FROM copy_age JOIN group_detail ON group_detail.id = group_id LEFT JOIN history_commit AS came ON came.id = came_id
  ORDER BY key, seq`,
  `SELECT json_array(missed_change.key, hash, label, hex(node.key), class, evidence, weight, properties) AS line
  FROM missed_change JOIN history_commit ON history_commit.id = commit_id JOIN project ON project.id = missed_change.project_id
  JOIN node ON node.id = target_id ORDER BY missed_change.id`,
  `SELECT json_array(seq, class, evidence, similarity, merges, origin, origin_start, origin_end, target_start, target_end) AS line
  FROM missed_place ORDER BY missed_id, seq`,
];

/** SHA-256 of the history of an index that is written, 64 hex digits. */
export function historyDigest(statements: Statements): string {
  const hash = createHash('sha256');
  for (const sql of LINES) {
    for (const line of statements.all(sql, [], (row) => row.text('line'))) hash.update(`${line}\n`);
    hash.update('\n');
  }
  return hash.digest('hex');
}
