import type { Call } from '@analyzer/contracts/query/common';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf, REFERENCE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { PRODUCT_FIRST, type Related, type RelatedList, withNodes } from './related.ts';

type Direction = 'in' | 'out';
type Kind = 'calls' | 'inherits' | 'references';

/** Ends of an edge: the one in the subject, and the other one. */
const ENDS = { in: ['to_id', 'from_id'], out: ['from_id', 'to_id'] } as const;

const linksIn = (kind: Kind, direction: Direction) => {
  const [own, other] = ENDS[direction];
  return `
    FROM edge JOIN node AS far ON far.id = ${other}
    WHERE ${own} BETWEEN ? AND ? AND edge.kind = ${codeOf(EDGE_KINDS, kind)} AND ${other} NOT BETWEEN ? AND ?
      AND ${goingOn(other)}`;
};
const totalOf = (...link: Parameters<typeof linksIn>) => `SELECT count(DISTINCT far.id) AS n ${linksIn(...link)}`;

/** Several declarations of the subject can call, or be called by, the same one. */
const pageOf = (kind: Kind, direction: Direction) => `
  SELECT far.id, min(edge.state) AS state, min(edge.line) AS line, sum(edge.sites) AS sites, min(${ENDS[direction][0]}) AS own,
    min(edge.phase) AS use
  ${linksIn(kind, direction)}
  GROUP BY far.id, far.classes
  ORDER BY ${PRODUCT_FIRST}, min(edge.state), far.id LIMIT ? OFFSET ?`;

/** What edges of a kind lead to or from. */
export const linksOf =
  (kind: Kind, direction: Direction): RelatedList<Call> =>
  (snapshot, { id, range }, { limit, offset }): Related<Call> => {
    const readTotal = () =>
      snapshot.first(totalOf(kind, direction), [...range, ...range], (row) => row.integer('n')) ?? 0;
    const readPage = () =>
      snapshot.all(pageOf(kind, direction), [...range, ...range, limit, offset], (row) => ({
        id: row.integer('id'),
        state: nameOf(LINK_STATES, row.integer('state')),
        line: row.integer('line'),
        sites: row.integer('sites'),
        own: row.integer('own'),
        ...(kind === 'references' && { reference: nameOf(REFERENCE_KINDS, row.integer('use')) }),
      }));
    snapshot.gather([readTotal, readPage]);
    const [total, found] = [readTotal(), readPage()];
    const own = innerNames(
      snapshot,
      found.map((call) => call.own).filter((its) => its !== id),
    );
    return {
      items: withNodes(
        snapshot,
        found,
        (call) => call.id,
        (node, { state, line, sites, own: its, reference }) => {
          const inner = own.get(its);
          return {
            node,
            line,
            state,
            sites,
            ...(inner !== undefined && { inner }),
            ...(reference !== undefined && { reference }),
          };
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

/** Declarations, and files outside of declarations, that use the subject other than by a call. */
export const referencedBy = linksOf('references', 'in');

/** Declarations that the subject uses other than by a call. */
export const references = linksOf('references', 'out');

const TRUNCATED = `
  SELECT count(*) AS n FROM file
  WHERE references_truncated = 1 AND project_id = (SELECT project_id FROM node WHERE id = ?)`;

/** The number of files of its project with more references than are stored; empty if there is none. */
export function truncatedFiles(snapshot: Snapshot, subject: number): { truncated_files?: number } {
  const count = snapshot.first(TRUNCATED, [subject], (row) => row.integer('n')) ?? 0;
  return count === 0 ? {} : { truncated_files: count };
}
