import type { SummaryData } from '@analyzer/contracts/query/summary.data';
import type { Snapshot } from '#index/port.ts';
import { firstSides, RELATION_COLUMNS, relationIn } from './relation.ts';

const MAX_SHOWN = 5;

const FIRST = `SELECT ${RELATION_COLUMNS} FROM copy_relation AS its ORDER BY its.id LIMIT ${MAX_SHOWN}`;

/** The number of relations, and the first of them. */
export function relationTotals(snapshot: Snapshot): NonNullable<SummaryData['relations']> {
  const first = snapshot.all(FIRST, [], relationIn);
  return {
    total: snapshot.count('SELECT count(*) AS n FROM copy_relation', []),
    largest: first.map(({ id, kind, lines, differs }) => ({
      kind,
      lines,
      ...firstSides(snapshot, id),
      ...(differs !== undefined && { differs }),
    })),
    left_out: snapshot.count('SELECT relations_left_out AS n FROM snapshot', []),
    not_read: snapshot.count('SELECT relations_not_read AS n FROM snapshot', []),
  };
}
