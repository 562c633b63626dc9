import type { CyclesData } from '@analyzer/contracts/query/cycles.data';
import dataSchema from '@analyzer/contracts/query/cycles.data/schema' with { type: 'json' };
import type { CompleteCyclesParams } from '@analyzer/contracts/query/cycles.params';
import paramsSchema from '@analyzer/contracts/query/cycles.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/cycles.params/validate';
import type { Snapshot } from '#index/port.ts';
import { cycleThrough, filesOfCycle, storedExample } from '../cycles/example.ts';
import { subjectOf } from '../explore/subject.ts';
import { projectRange } from '../filters/scope.ts';
import { listOperation } from '../operation.ts';

type Item = CyclesData['items'][number];

const MAX_PATHS = 50;

export const cycles = listOperation<CompleteCyclesParams, Item>({
  name: 'cycles',
  description:
    'Import cycles, those that run at load first, then the largest, each with a shortest example and its files. Use it with at for the cycles through one file, and before you break a cycle. Not for calls that form a cycle.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, { project, at, kind, limit, offset }) {
    const file = at === undefined ? undefined : subjectOf(snapshot, { at, project }).file;
    const kinds = kind === undefined ? [0, 1] : [KINDS.indexOf(kind), KINDS.indexOf(kind)];
    const through = file === undefined ? [0, 0, Number.MAX_SAFE_INTEGER] : [1, file, file];
    const values = [...projectRange(snapshot, project), ...kinds, ...through];
    const found = snapshot.all(PAGE, [...values, limit, offset], (row) => ({
      id: row.integer('cycle_id'),
      project: row.text('label'),
      isDeferred: row.flag('is_deferred'),
      files: row.integer('files'),
    }));
    const total = () => snapshot.first(TOTAL, values, (row) => row.integer('n')) ?? 0;
    snapshot.gather([...found.map((cycle) => () => describe(snapshot, cycle, file)), total]);
    return { items: found.map((cycle) => describe(snapshot, cycle, file)), total: total() };
  },
});

const KINDS = ['load', 'deferred'] as const;

const CYCLES = `
  SELECT is_deferred, cycle_id, project_id, count(*) AS files
  FROM (
    SELECT 0 AS is_deferred, cycle_id, file_id FROM cycle_file
    UNION ALL SELECT 1, cycle_id, file_id FROM non_load_cycle_file
  ) AS its JOIN file ON file.id = file_id
  WHERE project_id BETWEEN ? AND ? AND is_deferred BETWEEN ? AND ?
  GROUP BY is_deferred, cycle_id, project_id
  HAVING sum(CASE WHEN ? = 0 OR file_id BETWEEN ? AND ? THEN 1 ELSE 0 END) > 0`;
const TOTAL = `SELECT count(*) AS n FROM (${CYCLES}) AS cycle`;
const PAGE = `
  SELECT cycle.*, label FROM (${CYCLES}) AS cycle JOIN project ON project.id = project_id
  ORDER BY is_deferred, files DESC, cycle_id LIMIT ? OFFSET ?`;

interface Found {
  id: number;
  project: string;
  isDeferred: boolean;
  files: number;
}

/** @param file that the example is to lead through; undefined for any */
function describe(snapshot: Snapshot, { id, project, isDeferred, files }: Found, file: number | undefined): Item {
  const cycle = { id, isDeferred };
  const readPaths = () => filesOfCycle(snapshot, cycle, MAX_PATHS);
  const readExample = () => (file === undefined ? storedExample(snapshot, cycle) : cycleThrough(snapshot, cycle, file));
  snapshot.gather([readPaths, readExample]);
  const paths = readPaths();
  return {
    project,
    kind: isDeferred ? 'deferred' : 'load',
    files,
    example: readExample(),
    paths,
    more_paths: files - paths.length,
  };
}
