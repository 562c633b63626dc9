import { hex } from '../../keys.ts';
import type { Row } from '../../port.ts';
import type { Statements } from '../../sqlite/statements.ts';
import type { IndexedFile } from '../relations/project-files.ts';

/** An occurrence of a group that lists show. */
export interface ListedCopy {
  /** Integer id. */
  group: number;
  seq: number;
  file: IndexedFile;
  start_line: number;
  end_line: number;
}

const COPIES = `
  SELECT
    group_id, seq, node.file_id, node.project_id, path, sha256,
    coalesce(own.start_line, node.start_line) AS first, coalesce(own.end_line, node.end_line) AS last
  FROM occurrence AS own JOIN node ON node.id = node_id JOIN file ON file.id = node.file_id
  WHERE group_id = ? AND name_lossy = 0 AND sha256 IS NOT NULL ORDER BY seq`;

/** @param groups integer ids @returns the occurrences of each group */
export function copiesOf(statements: Statements, groups: readonly number[]): ListedCopy[][] {
  return groups.map((group) => statements.all(COPIES, [group], copyIn));
}

function copyIn(row: Row): ListedCopy {
  const file = {
    id: row.integer('file_id'),
    project: row.integer('project_id'),
    path: row.text('path'),
    sha256: hex(row.bytes('sha256')),
  };
  const lines = { start_line: row.integer('first'), end_line: row.integer('last') };
  return { group: row.integer('group_id'), seq: row.integer('seq'), file, ...lines };
}
