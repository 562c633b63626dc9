import type { OccurrenceMatch, OccurrenceRange } from '@analyzer/contracts/query/common';
import { codeOf, GROUP_KINDS, MATCHES, nameOf } from '#index/codes.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';

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
  /** Its position in the group. */
  seq: number;
}

/** The columns that `occurrenceOf` reads; `occurrence` must be joined. */
export const OCCURRENCE_COLUMNS = `
  occurrence.node_id, occurrence.seq, occurrence.similarity, occurrence.match, occurrence.start_line, occurrence.end_line,
  occurrence.start_byte, occurrence.end_byte, occurrence.callback`;

export function occurrenceOf(row: Row): PickedOccurrence {
  return { node: row.integer('node_id'), seq: row.integer('seq'), ...occurrenceProperties(row) };
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
  const name = row.optionalText('callback');
  return {
    start_line: row.integer('start_line'),
    end_line: row.integer('end_line'),
    start_byte: row.integer('start_byte'),
    end_byte: row.integer('end_byte'),
    ...(name === undefined ? {} : { name }),
  };
}

const roundRobin = (group: string, classes: string) => `
  SELECT ${OCCURRENCE_COLUMNS} FROM (
    SELECT occurrence.*, row_number() OVER (PARTITION BY project_id ORDER BY seq) AS turn
    FROM occurrence JOIN node ON node.id = node_id WHERE group_id = ${group} AND ${classes} AND ${goingOn('node_id')}
  ) AS occurrence
  ORDER BY turn, seq LIMIT ?`;

const NEAR = codeOf(GROUP_KINDS, 'near');
const projects = (group: string) => `
  SELECT clone_group.kind, group_project.occurrences
  FROM clone_group JOIN group_project ON group_id = clone_group.id
  WHERE clone_group.id = ${group} ORDER BY project_id LIMIT ?`;
const at = (group: string) => `
  SELECT ${OCCURRENCE_COLUMNS} FROM json_each(?) AS wanted
  CROSS JOIN occurrence ON seq = wanted.value AND group_id = ${group}
  ORDER BY wanted.key`;
const OF_KEY = '(SELECT id FROM group_detail WHERE key = ?)';

/**
 * Occurrences of a group from its projects in turn: the first of each project, then the second of each, and so on.
 *
 * @param group its integer id, or its key, so that nothing waits for the id
 * @param classes SQL condition on the classes of their files; undefined for all
 */
export function pickOccurrences(
  snapshot: Snapshot,
  group: number | Uint8Array,
  most: number,
  classes?: string,
): PickedOccurrence[] {
  const id = typeof group === 'number' ? '?' : OF_KEY;
  const found = snapshot.all(projects(id), [group, most], (row) => ({
    isNear: row.integer('kind') === NEAR,
    occurrences: row.integer('occurrences'),
  }));
  // Occurrences are in the order of their projects, but those of a near group by similarity.
  if (classes !== undefined || found.some(({ isNear }) => isNear)) {
    return snapshot.all(roundRobin(id, classes ?? 'true'), [group, most], occurrenceOf);
  }
  const places = JSON.stringify(
    inTurn(
      found.map(({ occurrences }) => occurrences),
      most,
    ),
  );
  return snapshot.all(at(id), [places, group], occurrenceOf);
}

/** The places of the first items of consecutive lists in turn. */
function inTurn(sizes: readonly number[], most: number): number[] {
  const largest = Math.max(0, ...sizes);
  const places: number[] = [];
  for (let turn = 0; turn < largest && places.length < most; turn++) {
    let first = 0;
    for (const size of sizes) {
      if (turn < size && places.length < most) places.push(first + turn);
      first += size;
    }
  }
  return places;
}
