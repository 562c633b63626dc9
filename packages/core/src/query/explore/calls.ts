import type { Call } from '@analyzer/contracts/query/common';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf, REFERENCE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { IN_RANGE, PRODUCT_FIRST, pageOf, type RelatedList, related } from './related.ts';
import type { Subject } from './subject.ts';

type Direction = 'in' | 'out';
type Kind = 'calls' | 'inherits' | 'references';

/** Ends of an edge: the one in the subject, and the other one. */
const ENDS = { in: ['to_id', 'from_id'], out: ['from_id', 'to_id'] } as const;

const linksIn = (kind: Kind, direction: Direction) => {
  const [own, other] = ENDS[direction];
  return `
    FROM edge JOIN node AS far ON far.id = ${other}
    WHERE ${own} ${IN_RANGE} AND edge.kind = ${codeOf(EDGE_KINDS, kind)} AND ${other} NOT ${IN_RANGE}
      AND ${goingOn(other)}`;
};
/** Several declarations of the subject can call, or be called by, the same one. */
const linksSql = (kind: Kind, direction: Direction) => `
  SELECT far.id, min(edge.state) AS state, min(edge.line) AS line, sum(edge.sites) AS sites, min(${ENDS[direction][0]}) AS own,
    min(edge.phase) AS use, count(*) OVER () AS total
  ${linksIn(kind, direction)}
  GROUP BY far.id, far.classes
  ORDER BY ${PRODUCT_FIRST}, min(edge.state), far.id LIMIT ? OFFSET ?`;

/** What edges of a kind lead to or from. */
export const linksOf = (kind: Kind, direction: Direction): RelatedList<Call> => {
  const sql = linksSql(kind, direction);
  return (snapshot, { id, range }, window) =>
    related(
      pageOf(window, ({ limit, offset }) =>
        snapshot.all(sql, [...range, ...range, limit, offset], (row) => ({
          id: row.integer('id'),
          state: nameOf(LINK_STATES, row.integer('state')),
          line: row.integer('line'),
          sites: row.integer('sites'),
          own: row.integer('own'),
          total: row.integer('total'),
          ...(kind === 'references' && { reference: nameOf(REFERENCE_KINDS, row.integer('use')) }),
        })),
      ),
      (link) => [link.id, ...(link.own === id ? [] : [link.own])],
      ({ node }, { line, state, sites, own, reference }, described) => {
        const inner = own === id ? undefined : described.get(own)?.node.qualified_name;
        return {
          ...{ node, line, state, sites },
          ...(inner !== undefined && { inner }),
          ...(reference !== undefined && { reference }),
        };
      },
    );
};

/** Declarations, and files outside of declarations, that call the subject or a declaration in it. */
export const callers = linksOf('calls', 'in');

/** Declarations that the subject calls. */
export const callees = linksOf('calls', 'out');

/** Declarations, and files outside of declarations, that use the subject other than by a call. */
export const referencedBy = linksOf('references', 'in');

/** Declarations that the subject uses other than by a call. */
export const references = linksOf('references', 'out');

const TRUNCATED = 'SELECT count(*) AS n FROM file WHERE references_truncated = 1 AND project_id = ?';

/** The number of files of its project with more references than are stored; empty if there is none. */
export function truncatedFiles(snapshot: Snapshot, { project }: Subject): { truncated_files?: number } {
  const count = snapshot.count(TRUNCATED, [project]);
  return count === 0 ? {} : { truncated_files: count };
}
