import type { MissedData } from '@analyzer/contracts/query/missed.data';
import { CHANGE_CLASSES, EVIDENCES, nameOf } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';

type Item = MissedData['items'][number];
type Place = Item['places'][number];

const PLACES = `
  SELECT class, evidence, similarity, merges, origin, origin_start, origin_end, target_start, target_end
  FROM missed_place WHERE missed_id = ? ORDER BY seq LIMIT ?`;
const NUMBER = 'SELECT count(*) AS n FROM missed_place WHERE missed_id = ?';

/** @param change its integer id */
export function firstPlaces(snapshot: Snapshot, change: number, limit: number): Pick<Item, 'places' | 'more_places'> {
  const places = snapshot.all(PLACES, [change, limit], placeIn);
  const all = snapshot.first(NUMBER, [change], (row) => row.integer('n')) ?? 0;
  return { places, more_places: all - places.length };
}

function placeIn(row: Row): Place {
  return {
    class: nameOf(CHANGE_CLASSES, row.integer('class')),
    evidence: nameOf(EVIDENCES, row.integer('evidence')),
    similarity: row.integer('similarity'),
    merges: row.flag('merges'),
    origin: {
      path: row.text('origin'),
      start_line: row.integer('origin_start'),
      end_line: row.integer('origin_end'),
    },
    target: { start_line: row.integer('target_start'), end_line: row.integer('target_end') },
  };
}
