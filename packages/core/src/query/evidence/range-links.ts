import type { OccurrenceRange } from '@analyzer/contracts/query/common';
import { codeOf, EDGE_KINDS, FUNCTIONS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { describedLinks, type LinksOf, linkRow, linksAmong, MAX_LINKS } from './call-links.ts';

/** A block of statements. */
export interface NodeRange {
  /** Integer id of the declaration or file around it. */
  node: number;
  range: OccurrenceRange;
}

/** Ids of nodes follow their positions, so that the declarations in a range have ids without a gap. None of a function. */
const DECLARED = `
  SELECT own.key, min(inner_node.id), max(inner_node.id) FROM json_each(?) AS own
  CROSS JOIN json_each(?) AS start ON start.key = own.key
  CROSS JOIN json_each(?) AS stop ON stop.key = own.key
  CROSS JOIN node AS container ON container.id = own.value AND container.kind NOT IN (${FUNCTIONS})
  CROSS JOIN file ON file.id = container.file_id
  CROSS JOIN node AS inner_node ON inner_node.id BETWEEN container.id + 1 AND file.last_node_id
    AND inner_node.start_line >= start.value AND inner_node.end_line <= stop.value
  GROUP BY own.key`;

const CALLS = codeOf(EDGE_KINDS, 'calls');

const linksSql = (its: string, other: string, isCaller: 0 | 1) => `
  SELECT * FROM (
    SELECT
      ${isCaller} AS is_caller, place AS its, ${other} AS other, min(state) AS state, min(line) AS line,
      row_number() OVER (PARTITION BY place ORDER BY ${other}) AS position, count(*) OVER (PARTITION BY place) AS n
    FROM declared
    CROSS JOIN edge ON ${its} BETWEEN first_id AND last_id AND kind = ${CALLS}
      AND ${other} NOT BETWEEN first_id AND last_id
    GROUP BY place, ${other}
  ) AS link
  WHERE position <= ${MAX_LINKS}`;
const LINKS = describedLinks(linksSql('to_id', 'from_id', 1), linksSql('from_id', 'to_id', 0), [
  `declared(place, first_id, last_id) AS MATERIALIZED (${DECLARED})`,
]);

/** Who calls the declarations in each range, and whom they call, outside of it: by position of the range. */
export function rangeLinks(snapshot: Snapshot, ranges: readonly NodeRange[]): LinksOf {
  const list = (numberOf: (one: NodeRange) => number) => JSON.stringify(ranges.map(numberOf));
  const bounds = [list(({ node }) => node), list(({ range }) => range.start_line), list(({ range }) => range.end_line)];
  return linksAmong(ranges.length === 0 ? [] : snapshot.all(LINKS, bounds, linkRow));
}
