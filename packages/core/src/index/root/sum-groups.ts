import { GROUP_KINDS } from '../codes.ts';
import { groupIdOfKey, hex } from '../keys.ts';
import type { Row, Snapshot } from '../port.ts';
import { comparePositions, groupLine, memberLine, type RootOccurrence } from './canonical-line.ts';
import { type RangeSum, RangeSums } from './range-sums.ts';

const GROUPS = `
  SELECT clone_group.id, clone_group.kind, clone_group.occurrences, clone_group.projects, fingerprint, key
  FROM clone_group JOIN group_detail ON group_detail.id = clone_group.id
  ORDER BY clone_group.id`;

const OCCURRENCES = `
  SELECT
    group_id, project.label, file.path, similarity,
    coalesce(occurrence.start_byte, node.start_byte, 0) AS start_byte,
    coalesce(occurrence.end_byte, node.end_byte, 0) AS end_byte
  FROM occurrence
  JOIN node ON node.id = occurrence.node_id
  JOIN file ON file.id = node.file_id
  JOIN project ON project.id = node.project_id
  ORDER BY group_id, seq`;

/**
 * Sums the canonical lines of the groups of an index, in one pass with constant memory.
 *
 * @param kinds only of these kinds
 */
export function sumGroups(index: Pick<Snapshot, 'iterate'>, kinds?: readonly string[]): RangeSum[] {
  const sums = new RangeSums();
  const occurrences = index.iterate(OCCURRENCES, [], occurrence);
  let next = occurrences.next();
  for (const { id, counts, ...group } of index.iterate(GROUPS, [], groupRow)) {
    if (kinds?.includes(group.root.kind) === false) continue;
    let representative: RootOccurrence | undefined;
    for (; !next.done && next.value.group <= id; next = occurrences.next()) {
      // An occurrence without a group has no line; its absence is a difference.
      if (next.value.group < id) continue;
      const its = next.value;
      sums.add(group.fingerprint, memberLine(group.root, its));
      if (representative === undefined || comparePositions(its, representative) < 0) representative = its;
    }
    sums.add(group.fingerprint, groupLine(group.root, counts, representative ?? NOWHERE));
  }
  return sums.ranges();
}

/** Of a group without occurrences, which only a damaged index has. */
const NOWHERE = { project: '', path: '', startByte: 0 };

function groupRow(row: Row) {
  const fingerprint = hex(row.bytes('fingerprint'));
  const kind = row.integer('kind');
  return {
    id: row.integer('id'),
    fingerprint,
    // A damaged code is a difference, not an error.
    root: { kind: GROUP_KINDS[kind] ?? String(kind), fingerprint, id: groupIdOfKey(row.bytes('key')) },
    counts: { occurrences: row.integer('occurrences'), projects: row.integer('projects') },
  };
}

function occurrence(row: Row): RootOccurrence & { group: number } {
  return {
    group: row.integer('group_id'),
    project: row.text('label'),
    path: row.text('path'),
    startByte: row.integer('start_byte'),
    endByte: row.integer('end_byte'),
    similarity: row.optionalInteger('similarity'),
  };
}
