import type { Call } from '@analyzer/contracts/query/common';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { PRODUCT_FIRST, type Related, type RelatedList, withNodes } from './related.ts';

type Direction = 'in' | 'out';

/** Ends of an edge: the one in the subject, and the other one. */
const ENDS = { in: ['to_id', 'from_id'], out: ['from_id', 'to_id'] } as const;

const linksIn = (kind: 'calls' | 'inherits', direction: Direction) => {
  const [own, other] = ENDS[direction];
  return `
    FROM edge JOIN node AS far ON far.id = ${other}
    WHERE ${own} BETWEEN ? AND ? AND edge.kind = ${codeOf(EDGE_KINDS, kind)} AND ${other} NOT BETWEEN ? AND ?
      AND ${goingOn(other)}`;
};
const totalOf = (...link: Parameters<typeof linksIn>) => `SELECT count(DISTINCT far.id) AS n ${linksIn(...link)}`;

/** Several declarations of the subject can call, or be called by, the same one. */
const pageOf = (kind: 'calls' | 'inherits', direction: Direction) => `
  SELECT far.id, min(edge.state) AS state, min(edge.line) AS line, sum(edge.sites) AS sites, min(${ENDS[direction][0]}) AS own
  ${linksIn(kind, direction)}
  GROUP BY far.id, far.classes
  ORDER BY ${PRODUCT_FIRST}, min(edge.state), far.id LIMIT ? OFFSET ?`;

/** What edges of a kind lead to or from. */
export const linksOf =
  (kind: 'calls' | 'inherits', direction: Direction): RelatedList<Call> =>
  (snapshot, { id, range }, { limit, offset }): Related<Call> => {
    const total = snapshot.first(totalOf(kind, direction), [...range, ...range], (row) => row.integer('n')) ?? 0;
    const found = snapshot.all(pageOf(kind, direction), [...range, ...range, limit, offset], (row) => ({
      id: row.integer('id'),
      state: nameOf(LINK_STATES, row.integer('state')),
      line: row.integer('line'),
      sites: row.integer('sites'),
      own: row.integer('own'),
    }));
    const own = innerNames(
      snapshot,
      found.map((call) => call.own).filter((its) => its !== id),
    );
    return {
      items: withNodes(
        snapshot,
        found,
        (call) => call.id,
        (node, { state, line, sites, own: its }) => {
          const inner = own.get(its);
          return { node, line, state, sites, ...(inner !== undefined && { inner }) };
        },
      ),
      total,
    };
  };

const NAMES = `
  SELECT described_node.id, qualified_name FROM json_each(?) AS wanted
  CROSS JOIN described_node ON described_node.id = wanted.value WHERE qualified_name IS NOT NULL`;

function innerNames(snapshot: Snapshot, ids: readonly number[]): Map<number, string> {
  if (ids.length === 0) return new Map();
  const wanted = JSON.stringify([...new Set(ids)]);
  return new Map(snapshot.all(NAMES, [wanted], (row) => [row.integer('id'), row.text('qualified_name')]));
}

/** Declarations, and files outside of declarations, that call the subject or a declaration in it. */
export const callers = linksOf('calls', 'in');

/** Declarations that the subject calls. */
export const callees = linksOf('calls', 'out');
