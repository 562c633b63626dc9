import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { codeOf, EDGE_KINDS, LINK_STATES, nameOf } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { byId } from '../describe/by-id.ts';
import { describeNodes } from '../describe/nodes.ts';

const MOST_LINKS = 5;

type Links = EvidenceData['occurrences'][number]['callers'];

const linksSql = (its: string, other: string, isCaller: 0 | 1) => `
  SELECT * FROM (
    SELECT
      ${isCaller} AS is_caller, ${its} AS its, ${other} AS other, state, line,
      row_number() OVER (PARTITION BY ${its} ORDER BY ${other}) AS position, count(*) OVER (PARTITION BY ${its}) AS n
    FROM json_each(?) AS wanted CROSS JOIN edge ON ${its} = wanted.value AND kind = ${codeOf(EDGE_KINDS, 'calls')}
  ) AS link
  WHERE position <= ${MOST_LINKS}`;
const LINKS = `
  ${linksSql('to_id', 'from_id', 1)}
  UNION ALL
  ${linksSql('from_id', 'to_id', 0)}
  ORDER BY is_caller, its, other`;

/** The first callers and callees of a node. */
export type LinksOf = (node: number) => { callers: Links; callees: Links };

export function callLinks(snapshot: Snapshot, nodes: readonly number[]): LinksOf {
  const wanted = JSON.stringify(nodes);
  const rows = snapshot.all(LINKS, [wanted, wanted], (row) => ({
    isCaller: row.flag('is_caller'),
    its: row.integer('its'),
    other: row.integer('other'),
    state: nameOf(LINK_STATES, row.integer('state')),
    line: row.integer('line'),
    n: row.integer('n'),
  }));
  const described = describeNodes(snapshot, [...new Set(rows.map(({ other }) => other))]);
  const linksOf = (found: typeof rows) => {
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
