import type { Call } from '@analyzer/contracts/query/common';
import { codeOf, EDGE_KINDS, LINK_STATES } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { linksOf } from './calls.ts';
import { PRODUCT_FIRST, pageOf, type Related, type RelatedList, related, type Window } from './related.ts';
import type { Subject } from './subject.ts';

/** From a class to those that it inherits from, or to those that inherit from it. */
const STEPS = { out: ['from_id', 'to_id'], in: ['to_id', 'from_id'] } as const;

type Direction = keyof typeof STEPS;

/** Methods of the same name in the classes that lead to the one of a method, in any number of steps. */
const membersIn = (direction: Direction): string => {
  const [own, other] = STEPS[direction];
  return `
    WITH RECURSIVE related(id) AS (
      SELECT parent_id FROM node WHERE id = ?
      UNION
      SELECT edge.${other} FROM related JOIN edge ON edge.${own} = related.id
        AND edge.kind = ${codeOf(EDGE_KINDS, 'inherits')} AND edge.state = ${codeOf(LINK_STATES, 'resolved')}
    ), far AS (
      SELECT member.id, member.start_line, member.classes
      FROM node AS subject JOIN related ON related.id <> subject.parent_id
      JOIN node AS member ON member.parent_id = related.id AND member.name_id = subject.name_id
        AND member.kind = subject.kind
      WHERE subject.id = ? AND ${goingOn('related.id')}
    )`;
};
const pageIn = (direction: Direction): string => `
  ${membersIn(direction)}
  SELECT id, start_line, count(*) OVER () AS total FROM far ORDER BY ${PRODUCT_FIRST}, id LIMIT ? OFFSET ?`;

function members(snapshot: Snapshot, { id }: Subject, window: Window, direction: Direction): Related<Call> {
  return related(
    pageOf(window, ({ limit, offset }) =>
      snapshot.all(pageIn(direction), [id, id, limit, offset], (row) => ({
        id: row.integer('id'),
        line: row.integer('start_line'),
        total: row.integer('total'),
      })),
    ),
    (member) => [member.id],
    ({ node }, { line }) => ({ node, line, state: 'resolved', sites: 1 }),
  );
}

const relatedIn = (direction: Direction): RelatedList<Call> => {
  const links = linksOf('inherits', direction);
  return (snapshot, subject, window) =>
    subject.isMethod ? members(snapshot, subject, window, direction) : links(snapshot, subject, window);
};

/** What the subject inherits from; of a method those that it overrides. */
export const bases = relatedIn('out');

/** What inherits from the subject; of a method those that override it. */
export const derived = relatedIn('in');
