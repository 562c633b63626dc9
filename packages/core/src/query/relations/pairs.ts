import type { RelationsData } from '@analyzer/contracts/query/relations.data';
import type { Row, Snapshot } from '#index/port.ts';

type Item = RelationsData['items'][number];
type Members = Pick<Item, 'same' | 'edited' | 'only_left' | 'only_right'>;

const PAIRS = `
  SELECT
    own.label AS left_project, ours.path AS left_path, ours.lines AS left_lines,
    other.label AS right_project, theirs.path AS right_path, theirs.lines AS right_lines,
    equal_lines, same, edited, only_left, only_right
  FROM copy_relation_pair
  JOIN file AS ours ON ours.id = left_id JOIN project AS own ON own.id = ours.project_id
  JOIN file AS theirs ON theirs.id = right_id JOIN project AS other ON other.id = theirs.project_id
  WHERE relation_id = ? ORDER BY seq LIMIT ?`;
const SUMS = `
  SELECT
    count(*) AS n, coalesce(sum(same), 0) AS same, coalesce(sum(edited), 0) AS edited,
    coalesce(sum(only_left), 0) AS only_left, coalesce(sum(only_right), 0) AS only_right
  FROM copy_relation_pair WHERE relation_id = ?`;

/**
 * The members of all pairs of a relation, and its first pairs.
 *
 * @param relation its integer id
 */
export function firstPairs(
  snapshot: Snapshot,
  relation: number,
  limit: number,
): Members & Pick<Item, 'pairs' | 'more_pairs'> {
  const pairs = snapshot.all(PAIRS, [relation, limit], (row) => ({
    left: { project: row.text('left_project'), path: row.text('left_path'), lines: row.integer('left_lines') },
    right: { project: row.text('right_project'), path: row.text('right_path'), lines: row.integer('right_lines') },
    equal_lines: row.integer('equal_lines'),
    ...membersIn(row),
  }));
  const all = snapshot.first(SUMS, [relation], (row) => ({ n: row.integer('n'), members: membersIn(row) }));
  if (all === undefined) throw new RangeError('an aggregate has no row');
  return { ...all.members, pairs, more_pairs: all.n - pairs.length };
}

function membersIn(row: Row): Members {
  return {
    same: row.integer('same'),
    edited: row.integer('edited'),
    only_left: row.integer('only_left'),
    only_right: row.integer('only_right'),
  };
}
