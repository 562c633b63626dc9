import type { MapRelation } from '@analyzer/contracts/pages/map';
import { nameOf, RELATION_KINDS } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import type { MapIndices } from './map-indices.ts';
import { projectRows } from './project-rows.ts';

const MAX_RELATIONS = 30;
const MAX_SIDES = 12;
const MAX_PAIRS = 24;
const MAX_GROUPS = 12;

const RELATIONS = `SELECT id, kind, lines, elsewhere, differs FROM copy_relation ORDER BY id LIMIT ${MAX_RELATIONS}`;
const SIDES = `
  SELECT coalesce(project_id, 0) AS project, path FROM copy_relation_side WHERE relation_id = ? ORDER BY seq`;
const PAIRS = `
  SELECT left_id, right_id, equal_lines, same, edited, only_left, only_right FROM copy_relation_pair
  WHERE relation_id = ? ORDER BY equal_lines DESC, seq`;
const GROUPS = `
  SELECT group_id, key FROM copy_relation_group JOIN group_detail ON group_detail.id = group_id
  WHERE relation_id = ? ORDER BY group_id`;

/** @param shown the groups of the map */
export function readRelations(
  snapshot: Snapshot,
  shown: readonly { group: { id: string } }[],
  indices: MapIndices,
): MapRelation[] {
  const inMap = new Set(shown.map(({ group }) => group.id));
  const found = snapshot.all(RELATIONS, [], (row) => ({ id: row.integer('id'), ...relationIn(row) }));
  const rowOf = projectRows(snapshot);
  return found.map(({ id, differs, ...relation }): MapRelation => {
    const sides = snapshot.all(SIDES, [id], (row) => ({
      project: rowOf(row.integer('project')),
      path: row.text('path'),
    }));
    const groups = snapshot.all(GROUPS, [id], (row) => groupIdOfKey(row.bytes('key')));
    const first = sides.slice(0, MAX_SIDES);
    return {
      ...relation,
      sides: { project: first.map(({ project }) => project), path: first.map(({ path }) => path) },
      more_sides: sides.length - first.length,
      ...(differs !== undefined && { differs }),
      ...pairsOf(snapshot, id, indices),
      groups: groups.filter((group) => inMap.has(group)).slice(0, MAX_GROUPS),
      group_count: groups.length,
    };
  });
}

export function countRelations(snapshot: Snapshot): number {
  return snapshot.count('SELECT count(*) AS n FROM copy_relation', []);
}

function relationIn(row: Row): Pick<MapRelation, 'kind' | 'lines' | 'elsewhere' | 'differs'> {
  const differs = row.optionalText('differs');
  return {
    kind: nameOf(RELATION_KINDS, row.integer('kind')),
    lines: row.integer('lines'),
    elsewhere: row.integer('elsewhere'),
    ...(differs !== undefined && { differs }),
  };
}

function pairsOf(
  snapshot: Snapshot,
  relation: number,
  indices: MapIndices,
): Pick<MapRelation, 'pairs' | 'pair_count' | 'members'> {
  const all = snapshot.all(PAIRS, [relation], (row) => ({
    left: indices.of(row.integer('left_id')),
    right: indices.of(row.integer('right_id')),
    equal_lines: row.integer('equal_lines'),
    same: row.integer('same'),
    edited: row.integer('edited'),
    only_left: row.integer('only_left'),
    only_right: row.integer('only_right'),
  }));
  const first = all.slice(0, MAX_PAIRS);
  const column = (name: keyof MapRelation['pairs']) => first.map((pair) => pair[name]);
  const sum = (name: keyof MapRelation['members']) => all.reduce((total, pair) => total + pair[name], 0);
  return {
    pairs: {
      left: column('left'),
      right: column('right'),
      equal_lines: column('equal_lines'),
      same: column('same'),
      edited: column('edited'),
      only_left: column('only_left'),
      only_right: column('only_right'),
    },
    pair_count: all.length,
    members: {
      same: sum('same'),
      edited: sum('edited'),
      only_left: sum('only_left'),
      only_right: sum('only_right'),
    },
  };
}
