import type { Call } from '@analyzer/contracts/query/common';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf, REFERENCE_KINDS } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { IN_RANGE, PRODUCT_FIRST, pageOf, type Related, type RelatedList, withNodes } from './related.ts';
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
const totalSql = (...link: Parameters<typeof linksIn>) => `SELECT count(DISTINCT far.id) AS n ${linksIn(...link)}`;

/** Several declarations of the subject can call, or be called by, the same one. */
const linksSql = (kind: Kind, direction: Direction) => `
  SELECT far.id, min(edge.state) AS state, min(edge.line) AS line, sum(edge.sites) AS sites, min(${ENDS[direction][0]}) AS own,
    min(edge.phase) AS use
  ${linksIn(kind, direction)}
  GROUP BY far.id, far.classes
  ORDER BY ${PRODUCT_FIRST}, min(edge.state), far.id LIMIT ? OFFSET ?`;

/** What edges of a kind lead to or from. */
export const linksOf =
  (kind: Kind, direction: Direction): RelatedList<Call> =>
  (snapshot, { id, range }, window): Related<Call> => {
    const values = [...range, ...range];
    const found = snapshot.all(linksSql(kind, direction), [...values, window.limit, window.offset], (row) => ({
      id: row.integer('id'),
      state: nameOf(LINK_STATES, row.integer('state')),
      line: row.integer('line'),
      sites: row.integer('sites'),
      own: row.integer('own'),
      ...(kind === 'references' && { reference: nameOf(REFERENCE_KINDS, row.integer('use')) }),
    }));
    return pageOf(snapshot, window, found, {
      describe: (links) => describeLinks(snapshot, links, id),
      count: () => snapshot.first(totalSql(kind, direction), values, (row) => row.integer('n')),
    });
  };

interface Link {
  id: number;
  state: Call['state'];
  line: number;
  sites: number;
  own: number;
  reference?: NonNullable<Call['reference']>;
}

/** @param id of the subject */
function describeLinks(snapshot: Snapshot, links: readonly Link[], id: number): Call[] {
  const outside = links.map(({ own }) => own).filter((own) => own !== id);
  snapshot.gather([() => innerNames(snapshot, outside), () => withNodes(snapshot, links, idOf, (node) => node)]);
  const names = innerNames(snapshot, outside);
  return withNodes(snapshot, links, idOf, (node, { state, line, sites, own, reference }) => {
    const inner = names.get(own);
    return {
      ...{ node, line, state, sites },
      ...(inner !== undefined && { inner }),
      ...(reference !== undefined && { reference }),
    };
  });
}

function idOf({ id }: { id: number }): number {
  return id;
}

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

const TRUNCATED = 'SELECT count(*) AS n FROM file WHERE references_truncated = 1 AND project_id = ?';

/** The number of files of its project with more references than are stored; empty if there is none. */
export function truncatedFiles(snapshot: Snapshot, { project }: Subject): { truncated_files?: number } {
  const count = snapshot.count(TRUNCATED, [project]);
  return count === 0 ? {} : { truncated_files: count };
}
