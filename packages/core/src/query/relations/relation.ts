import type { RelationsData } from '@analyzer/contracts/query/relations.data';
import { nameOf, RELATION_KINDS } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';

type Item = RelationsData['items'][number];

const MAX_SIDES = 20;

/** Of a row of `copy_relation AS its`. */
export const RELATION_COLUMNS = 'its.id, its.kind, its.lines, its.elsewhere, its.differs';

const SIDES = `
  SELECT label, path FROM copy_relation_side LEFT JOIN project ON project.id = project_id
  WHERE relation_id = ? ORDER BY seq LIMIT ${MAX_SIDES}`;
const NUMBER = 'SELECT count(*) AS n FROM copy_relation_side WHERE relation_id = ?';

export function relationIn(row: Row): Pick<Item, 'kind' | 'lines' | 'elsewhere' | 'differs'> & { id: number } {
  const differs = row.optionalText('differs');
  return {
    id: row.integer('id'),
    kind: nameOf(RELATION_KINDS, row.integer('kind')),
    lines: row.integer('lines'),
    elsewhere: row.integer('elsewhere'),
    ...(differs !== undefined && { differs }),
  };
}

/** @param relation its integer id */
export function firstSides(snapshot: Snapshot, relation: number): Pick<Item, 'sides' | 'more_sides'> {
  const readSides = () =>
    snapshot.all(SIDES, [relation], (row): Item['sides'][number] => {
      const project = row.optionalText('label');
      return { ...(project !== undefined && { project }), path: row.text('path') };
    });
  const readNumber = () => snapshot.first(NUMBER, [relation], (row) => row.integer('n')) ?? 0;
  snapshot.gather([readSides, readNumber]);
  const sides = readSides();
  return { sides, more_sides: readNumber() - sides.length };
}
