import type { ExclusionsData } from '@analyzer/contracts/query/exclusions.data';
import dataSchema from '@analyzer/contracts/query/exclusions.data/schema' with { type: 'json' };
import type { CompleteExclusionsParams } from '@analyzer/contracts/query/exclusions.params';
import paramsSchema from '@analyzer/contracts/query/exclusions.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/exclusions.params/validate';
import { ENTRY_KINDS, nameOf } from '#index/codes.ts';
import { goingOn, type Row, type Snapshot, type Value } from '#index/port.ts';
import { projectRange } from '../filters/scope.ts';
import { TextGlob } from '../filters/text-glob.ts';
import { listOperation } from '../operation.ts';

type Item = ExclusionsData['items'][number];

export const exclusions = listOperation<CompleteExclusionsParams, Item>({
  name: 'exclusions',
  description: 'The paths that were excluded from the index, with reason and rule. An excluded directory is one path.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, params) {
    const { reason = null, path } = params;
    const values = [...projectRange(snapshot, params.project), reason, reason];
    const { ids, total } =
      path === undefined ? counted(snapshot, values, params) : matched(snapshot, values, params, path);
    return { items: snapshot.all(EXCLUSIONS, [JSON.stringify(ids)], describe), total };
  },
});

const CONDITIONS = `
  project_id BETWEEN ? AND ? AND (? IS NULL OR rule_id IN (SELECT id FROM exclusion_rule WHERE reason = ?))`;
const TOTAL = `SELECT coalesce(sum(n), 0) AS n FROM exclusion_count WHERE ${CONDITIONS}`;
const PAGE = `SELECT id FROM exclusion WHERE ${CONDITIONS} AND ${goingOn('id')} ORDER BY id LIMIT ? OFFSET ?`;
const PATHS = `
  SELECT id, path, kind FROM exclusion
  WHERE ${CONDITIONS} AND path >= ? AND path < ? AND instr(path, ?) > 0 AND ${goingOn('id')} ORDER BY id`;
const EXCLUSIONS = `
  SELECT label, exclusion.path, kind, reason, rule FROM json_each(?) AS wanted
  CROSS JOIN exclusion ON exclusion.id = wanted.value
  JOIN project ON project.id = project_id
  JOIN exclusion_rule ON exclusion_rule.id = rule_id
  ORDER BY exclusion.id`;

interface Found {
  ids: number[];
  total: number;
}

function counted(snapshot: Snapshot, values: readonly Value[], { limit, offset }: CompleteExclusionsParams): Found {
  return {
    total: snapshot.first(TOTAL, values, (row) => row.integer('n')) ?? 0,
    ids: snapshot.all(PAGE, [...values, limit, offset], (row) => row.integer('id')),
  };
}

function matched(
  snapshot: Snapshot,
  values: readonly Value[],
  { limit, offset }: CompleteExclusionsParams,
  path: string,
): Found {
  const glob = new TextGlob(path, 'path');
  const rows = snapshot.iterate(PATHS, [...values, ...glob.pathBounds], (row) => {
    const isDirectory = nameOf(ENTRY_KINDS, row.integer('kind')) === 'directory';
    return glob.matchesPath(row.text('path'), isDirectory) ? row.integer('id') : undefined;
  });
  const ids: number[] = [];
  let total = 0;
  for (const id of rows) {
    if (id === undefined) continue;
    if (total >= offset && ids.length < limit) ids.push(id);
    total++;
  }
  return { ids, total };
}

function describe(row: Row): Item {
  return {
    project: row.text('label'),
    path: row.text('path'),
    kind: nameOf(ENTRY_KINDS, row.integer('kind')),
    reason: row.text('reason'),
    rule: row.text('rule'),
  };
}
