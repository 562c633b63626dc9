import type { Copies, Occurrence } from '#relate/groups/occurrences.ts';
import { GROUP_KINDS, nameOf } from '../codes.ts';
import { hex } from '../keys.ts';
import type { Statements } from '../sqlite/statements.ts';

const COPIES = `
  SELECT copy.kind, fingerprint, node_id, nodes, body FROM (
    SELECT 0 AS kind, body AS fingerprint, node_id, body FROM temp.print
    WHERE body IN (SELECT body FROM temp.print GROUP BY body HAVING count(*) > 1)
    UNION ALL
    SELECT 1, shape, node_id, body FROM temp.print
    WHERE shape IN (SELECT shape FROM temp.print GROUP BY shape HAVING count(*) > 1)
  ) AS copy
  JOIN node ON node.id = node_id
  ORDER BY copy.kind, fingerprint, node_id`;

/**
 * All sets of functions, over all projects, that share a fingerprint. Only these are held in memory, as numbers;
 * finding them is left to SQLite, which sorts on disk what does not fit.
 */
export function readCopies(statements: Statements): Copies[] {
  const found: Copies[] = [];
  const rows = statements.iterate(COPIES, [], (row) => ({
    kind: nameOf(GROUP_KINDS, row.integer('kind')),
    fingerprint: hex(row.bytes('fingerprint')),
    occurrence: {
      declaration: row.integer('node_id'),
      nodes: row.integer('nodes'),
      body: hex(row.bytes('body')),
    } satisfies Occurrence,
  }));
  for (const { kind, fingerprint, occurrence } of rows) {
    const last = found.at(-1);
    if (last?.kind === kind && last.fingerprint === fingerprint) last.occurrences.push(occurrence);
    else found.push({ kind, fingerprint, occurrences: [occurrence] });
  }
  return found;
}

/** Nodes read in one go. */
const AT_ONCE = 1 << 16;

/** Ids have no gaps. As one text, because a row takes ten times as long as a number in it. */
const PARENTS = `
  SELECT json_group_array(parent_id) AS parents
  FROM (SELECT coalesce(parent_id, -1) AS parent_id FROM node WHERE id BETWEEN ? AND ? ORDER BY id)`;

/** By node, the one around it; -1 for none. */
export function readParents(statements: Statements): Int32Array {
  const nodes = statements.first('SELECT max(id) AS n FROM node', [], (row) => row.optionalInteger('n')) ?? 0;
  const parents = new Int32Array(nodes + 1).fill(-1);
  for (let first = 1; first <= nodes; first += AT_ONCE) {
    const range = [first, Math.min(nodes, first + AT_ONCE - 1)];
    const its: number[] = JSON.parse(statements.first(PARENTS, range, (row) => row.text('parents')) ?? '[]');
    parents.set(its, first);
  }
  return parents;
}
