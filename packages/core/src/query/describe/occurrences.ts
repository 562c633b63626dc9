import type { OccurrenceMatch, OccurrenceRange } from '@analyzer/contracts/query/common';
import { MATCHES, nameOf } from '#index/codes.ts';
import { goingOn, type Row, type Snapshot, type Value } from '#index/port.ts';

/** Properties of an occurrence besides its node. */
export interface OccurrenceProperties {
  similarity?: number;
  match?: OccurrenceMatch;
  range?: OccurrenceRange;
}

/** An occurrence of a group. */
export interface PickedOccurrence extends OccurrenceProperties {
  /** Integer id. */
  node: number;
}

/** The columns that `occurrenceOf` reads; `occurrence` must be joined. */
export const OCCURRENCE_COLUMNS = `
  occurrence.node_id, occurrence.similarity, occurrence.match, occurrence.start_line, occurrence.end_line,
  occurrence.start_byte, occurrence.end_byte`;

export function occurrenceOf(row: Row): PickedOccurrence {
  return { node: row.integer('node_id'), ...occurrenceProperties(row) };
}

/** @param row with the columns of `occurrence` */
export function occurrenceProperties(row: Row): OccurrenceProperties {
  const similarity = row.optionalInteger('similarity');
  const match = row.optionalInteger('match');
  return {
    ...(similarity === undefined ? {} : { similarity }),
    ...(match === undefined ? {} : { match: nameOf(MATCHES, match) }),
    ...(row.optionalInteger('start_line') === undefined ? {} : { range: rangeOf(row) }),
  };
}

function rangeOf(row: Row): OccurrenceRange {
  return {
    start_line: row.integer('start_line'),
    end_line: row.integer('end_line'),
    start_byte: row.integer('start_byte'),
    end_byte: row.integer('end_byte'),
  };
}

const roundRobin = (classes: string) => `
  SELECT ${OCCURRENCE_COLUMNS} FROM (
    SELECT occurrence.*, row_number() OVER (PARTITION BY project_id ORDER BY seq) AS turn
    FROM occurrence JOIN node ON node.id = node_id WHERE group_id = ? AND ${classes} AND ${goingOn('node_id')}
  ) AS occurrence
  ORDER BY turn, seq LIMIT ?`;

/**
 * Occurrences of a group from its projects in turn: the first of each project, then the second of each, and so on.
 *
 * @param classes SQL condition on the classes of their files
 */
export function pickOccurrences(snapshot: Snapshot, group: number, most: Value, classes = 'true'): PickedOccurrence[] {
  return snapshot.all(roundRobin(classes), [group, most], occurrenceOf);
}
