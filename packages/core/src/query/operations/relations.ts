import type { RelationsData } from '@analyzer/contracts/query/relations.data';
import dataSchema from '@analyzer/contracts/query/relations.data/schema' with { type: 'json' };
import type { CompleteRelationsParams } from '@analyzer/contracts/query/relations.params';
import paramsSchema from '@analyzer/contracts/query/relations.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/relations.params/validate';
import { codeOf, RELATION_KINDS } from '#index/codes.ts';
import { subjectOf } from '../explore/subject.ts';
import { exactly, projectRange } from '../filters/scope.ts';
import { listOperation } from '../operation.ts';
import { firstGroups } from '../relations/groups.ts';
import { firstPairs } from '../relations/pairs.ts';
import { firstSides, RELATION_COLUMNS, relationIn } from '../relations/relation.ts';

export const relations = listOperation<CompleteRelationsParams, RelationsData['items'][number]>({
  name: 'relations',
  description:
    'What is repeated, in facts above groups: mirrors and families of folders, forks and families of files, shared helpers, vendored libraries, each with its pairs of files, the lines to save and what differs. Use it before clones, and with at for what a file is a copy of.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, { project, at, kind, max_places, limit, offset }) {
    const file = at === undefined ? undefined : subjectOf(snapshot, { at, project }).file;
    const projects = project === undefined ? [0, 0, 0, 0, 0] : [1, ...twice(projectRange(snapshot, project))];
    const kinds = exactly(kind === undefined ? undefined : codeOf(RELATION_KINDS, kind));
    const values = [...kinds, ...projects, ...(file === undefined ? [0, 0, 0, 0] : [1, file, file, file])];
    const found = snapshot.all(PAGE, [...values, limit, offset], relationIn);
    const total = () => snapshot.first(TOTAL, values, (row) => row.integer('n')) ?? 0;
    const parts = found.flatMap(({ id }) => [
      () => firstSides(snapshot, id),
      () => firstPairs(snapshot, id, max_places),
      () => firstGroups(snapshot, id),
    ]);
    snapshot.gather([...parts, total]);
    return {
      items: found.map(({ id, differs, ...relation }) => ({
        ...relation,
        ...firstSides(snapshot, id),
        ...(differs !== undefined && { differs }),
        ...firstPairs(snapshot, id, max_places),
        ...firstGroups(snapshot, id),
      })),
      total: total(),
    };
  },
});

function twice<T>(values: readonly T[]): T[] {
  return [...values, ...values];
}

const OF_PROJECT = `
  EXISTS (SELECT 1 FROM copy_relation_side AS side WHERE side.relation_id = its.id AND side.project_id BETWEEN ? AND ?)
  OR EXISTS (
    SELECT 1 FROM copy_relation_pair AS pair JOIN file ON file.id IN (pair.left_id, pair.right_id)
    WHERE pair.relation_id = its.id AND file.project_id BETWEEN ? AND ?)`;
const OF_FILE = `
  EXISTS (SELECT 1 FROM copy_relation_pair AS pair WHERE pair.relation_id = its.id AND (pair.left_id = ? OR pair.right_id = ?))
  OR EXISTS (
    SELECT 1 FROM copy_relation_side AS side JOIN file ON file.project_id = side.project_id AND file.path = side.path
    WHERE side.relation_id = its.id AND file.id = ?)`;
const FOUND = `
  FROM copy_relation AS its WHERE its.kind BETWEEN ? AND ? AND (? = 0 OR ${OF_PROJECT}) AND (? = 0 OR ${OF_FILE})`;
const TOTAL = `SELECT count(*) AS n ${FOUND}`;
const PAGE = `SELECT ${RELATION_COLUMNS} ${FOUND} ORDER BY its.id LIMIT ? OFFSET ?`;
