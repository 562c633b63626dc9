import type { DescribedNode } from '@analyzer/contracts/query/common';
import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { byId } from '#index/by-id.ts';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { describeNode } from '../describe/nodes.ts';

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
const LINKS = describedLinks(linksSql('to_id', 'from_id', 1), linksSql('from_id', 'to_id', 0));

/**
 * Links with the columns of `described_node` of their other node, in order. A server estimates more links than there are: it
 * would read all nodes if it did not get their ids as a list. Each join for itself is planned in a fraction of the time.
 *
 * @param tables further tables that the SQL of the links reads
 */
export function describedLinks(callers: string, callees: string, tables: readonly string[] = []): string {
  return `
    WITH ${[...tables, `link AS MATERIALIZED (${callers} UNION ALL ${callees})`].join(', ')},
    far AS MATERIALIZED (
      SELECT value AS id FROM (SELECT json_group_array(DISTINCT other) AS list FROM link) AS own, json_each(own.list)
    ),
    described AS MATERIALIZED (SELECT described_node.* FROM far CROSS JOIN described_node ON described_node.id = far.id)
    SELECT link.is_caller, link.its, link.other, link.state, link.line, link.n, described.*
    FROM link JOIN described ON described.id = link.other
    ORDER BY link.is_caller, link.its, link.other`;
}

/** The first callers and callees of a node. */
export type LinksOf = (node: number) => { callers: Links; callees: Links };

export function callLinks(snapshot: Snapshot, nodes: readonly number[]): LinksOf {
  const wanted = JSON.stringify(nodes);
  return linksAmong(snapshot.all(LINKS, [wanted, wanted], linkRow));
}

/** A call between a node, or declarations of a range, and another node. */
interface LinkRow {
  isCaller: boolean;
  /** Of a range its position. */
  its: number;
  other: DescribedNode;
  state: (typeof LINK_STATES)[number];
  line: number;
  /** Number of all links of the node in this direction. */
  n: number;
}

export function linkRow(row: Row): LinkRow {
  return {
    isCaller: row.flag('is_caller'),
    its: row.integer('its'),
    other: describeNode(row),
    state: nameOf(LINK_STATES, row.integer('state')),
    line: row.integer('line'),
    n: row.integer('n'),
  };
}

export function linksAmong(rows: readonly LinkRow[]): LinksOf {
  const linksOf = (found: readonly LinkRow[]) => {
    const lists = byId(found.map((row) => [row.its, row]));
    return (node: number): Links => {
      const list = lists.get(node) ?? [];
      const items = list.map(({ other, state, line }) => ({ node: other, state, line }));
      return { items, omitted: (list[0]?.n ?? 0) - items.length };
    };
  };
  const callers = linksOf(rows.filter(({ isCaller }) => isCaller));
  const callees = linksOf(rows.filter(({ isCaller }) => !isCaller));
  return (node) => ({ callers: callers(node), callees: callees(node) });
}
