import type { DescribedNode } from '@analyzer/contracts/query/common';
import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { byId } from '#index/by-id.ts';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf } from '#index/codes.ts';
import type { Row, Snapshot, Statement } from '#index/port.ts';
import { describeNodes, nodesStatement } from '../describe/nodes.ts';

/** Callers and callees that are listed; the others are counted. */
export const MAX_LINKS = 5;

type Links = EvidenceData['occurrences'][number]['callers'];

const linksSql = (its: string, other: string, isCaller: 0 | 1) => `
  SELECT * FROM (
    SELECT
      ${isCaller} AS is_caller, ${its} AS its, ${other} AS other, state, line,
      row_number() OVER (PARTITION BY ${its} ORDER BY ${other}) AS position, count(*) OVER (PARTITION BY ${its}) AS n
    FROM json_each(?) AS wanted CROSS JOIN edge ON ${its} = wanted.value AND kind = ${codeOf(EDGE_KINDS, 'calls')}
  ) AS link
  WHERE position <= ${MAX_LINKS}`;
const LINKS = `
  ${linksSql('to_id', 'from_id', 1)}
  UNION ALL
  ${linksSql('from_id', 'to_id', 0)}
  ORDER BY is_caller, its, other`;

/** The first callers and callees of a node. */
export type LinksOf = (node: number) => { callers: Links; callees: Links };

/** What `callLinks` asks for first. */
export function linksStatement(nodes: readonly number[]): Statement {
  const wanted = JSON.stringify(nodes);
  return { sql: LINKS, parameters: [wanted, wanted] };
}

export interface FoundLinks {
  /** What `links` asks for; undefined if it asks for nothing. */
  ends: Statement | undefined;
  links(): LinksOf;
}

export function callLinks(snapshot: Snapshot, nodes: readonly number[]): FoundLinks {
  const { sql, parameters } = linksStatement(nodes);
  const rows = snapshot.all(sql, parameters, linkRow);
  const ends = [...new Set(rows.map(({ other }) => other))];
  return {
    ends: ends.length === 0 ? undefined : nodesStatement(ends),
    links: () => linksAmong(rows, describeNodes(snapshot, ends)),
  };
}

/** A call between a node, or declarations of a range, and another node. */
export interface LinkRow {
  isCaller: boolean;
  /** Of a range its position. */
  its: number;
  other: number;
  state: (typeof LINK_STATES)[number];
  line: number;
  /** Number of all links of the node in this direction. */
  n: number;
}

export function linkRow(row: Row): LinkRow {
  return {
    isCaller: row.flag('is_caller'),
    its: row.integer('its'),
    other: row.integer('other'),
    state: nameOf(LINK_STATES, row.integer('state')),
    line: row.integer('line'),
    n: row.integer('n'),
  };
}

/** @param described the other nodes of the rows */
export function linksAmong(rows: readonly LinkRow[], described: ReadonlyMap<number, DescribedNode>): LinksOf {
  const linksOf = (found: readonly LinkRow[]) => {
    const lists = byId(found.map((row) => [row.its, row]));
    return (node: number): Links => {
      const list = lists.get(node) ?? [];
      const items = list.flatMap(({ other, state, line }) => {
        const far = described.get(other);
        return far === undefined ? [] : [{ node: far, state, line }];
      });
      return { items, omitted: (list[0]?.n ?? 0) - items.length };
    };
  };
  const callers = linksOf(rows.filter(({ isCaller }) => isCaller));
  const callees = linksOf(rows.filter(({ isCaller }) => !isCaller));
  return (node) => ({ callers: callers(node), callees: callees(node) });
}
