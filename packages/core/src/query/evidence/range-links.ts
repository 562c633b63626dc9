import type { OccurrenceRange } from '@analyzer/contracts/query/common';
import { codeOf, EDGE_KINDS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { describeNodes } from '../describe/nodes.ts';
import { type LinksOf, linkRow, linksAmong, MAX_LINKS } from './call-links.ts';

/** A block of statements in a file or a class. */
export interface NodeRange {
  /** Integer id of the file or class. */
  node: number;
  range: OccurrenceRange;
}

/** Ids of nodes follow their positions, so that the declarations in a range have ids without a gap. */
const DECLARED = `
  SELECT own.key AS place, min(inner_node.id) AS first_id, max(inner_node.id) AS last_id FROM json_each(?) AS own
  CROSS JOIN json_each(?) AS start ON start.key = own.key
  CROSS JOIN json_each(?) AS stop ON stop.key = own.key
  CROSS JOIN node AS container ON container.id = own.value
  CROSS JOIN file ON file.id = container.file_id
  CROSS JOIN node AS inner_node ON inner_node.id BETWEEN container.id + 1 AND file.last_node_id
    AND inner_node.start_line >= start.value AND inner_node.end_line <= stop.value
  GROUP BY own.key`;

const CALLS = codeOf(EDGE_KINDS, 'calls');

const linksSql = (its: string, other: string, isCaller: 0 | 1) => `
  SELECT * FROM (
    SELECT
      ${isCaller} AS is_caller, start.key AS its, ${other} AS other, min(state) AS state, min(line) AS line,
      row_number() OVER (PARTITION BY start.key ORDER BY ${other}) AS position, count(*) OVER (PARTITION BY start.key) AS n
    FROM json_each(?) AS start
    CROSS JOIN json_each(?) AS stop ON stop.key = start.key
    CROSS JOIN edge ON ${its} BETWEEN start.value AND stop.value AND kind = ${CALLS}
      AND ${other} NOT BETWEEN start.value AND stop.value
    GROUP BY start.key, ${other}
  ) AS link
  WHERE position <= ${MAX_LINKS}`;
const LINKS = `
  ${linksSql('to_id', 'from_id', 1)}
  UNION ALL
  ${linksSql('from_id', 'to_id', 0)}
  ORDER BY is_caller, its, other`;

/** Who calls the declarations in each range, and whom they call, outside of it: by position of the range. */
export function rangeLinks(snapshot: Snapshot, ranges: readonly NodeRange[]): LinksOf {
  if (ranges.length === 0) return () => ({ callers: NONE, callees: NONE });
  const firsts = ranges.map(() => 1);
  const lasts = ranges.map(() => 0);
  const list = (numberOf: (one: NodeRange) => number) => JSON.stringify(ranges.map(numberOf));
  const bounds = [list(({ node }) => node), list(({ range }) => range.start_line), list(({ range }) => range.end_line)];
  for (const { place, first, last } of snapshot.all(DECLARED, bounds, (row) => ({
    place: row.integer('place'),
    first: row.integer('first_id'),
    last: row.integer('last_id'),
  }))) {
    firsts[place] = first;
    lasts[place] = last;
  }
  const ids = [JSON.stringify(firsts), JSON.stringify(lasts)];
  const rows = snapshot.all(LINKS, [...ids, ...ids], linkRow);
  const others = new Set(rows.map(({ other }) => other));
  return linksAmong(rows, describeNodes(snapshot, [...others]));
}

const NONE = { items: [], omitted: 0 };
