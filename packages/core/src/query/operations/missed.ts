import type { MissedData } from '@analyzer/contracts/query/missed.data';
import dataSchema from '@analyzer/contracts/query/missed.data/schema' with { type: 'json' };
import type { CompleteMissedParams } from '@analyzer/contracts/query/missed.params';
import paramsSchema from '@analyzer/contracts/query/missed.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/missed.params/validate';
import { CHANGE_CLASSES, codeOf, EVIDENCES, nameOf } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { type Listing, pageOf } from '../answer/page.ts';
import { type SizeLimits, sizeOf } from '../answer/size.ts';
import { textList } from '../describe/lists.ts';
import { projectRange } from '../filters/scope.ts';
import { TextGlob } from '../filters/text-glob.ts';
import { commitIn } from '../history/ages.ts';
import { firstPlaces } from '../history/places.ts';
import { historyOf } from '../history/state.ts';
import { operation } from '../operation.ts';

type Item = MissedData['items'][number];

export const missed = operation<CompleteMissedParams>(
  {
    name: 'missed',
    description:
      'Fixes that a copy never got: changes in the git history of projects whose code has a copy that is as before, with commit and lines. Needs an index with a history.',
    params: paramsSchema,
    data: dataSchema,
    validate,
  },
  (params) =>
    (snapshot, limits): MissedData => {
      const history = historyOf(snapshot, projectRange(snapshot, params.project));
      const about = history === undefined ? { reason: WITHOUT_HISTORY } : { history };
      const { max_chars = limits.maxChars, ...others } = params;
      const rest = besides(about, { ...limits, ...(max_chars !== undefined && { maxChars: max_chars }) });
      const { page, items } = pageOf(list(snapshot, params), others, rest);
      return { items, ...about, page };
    },
);

/** What remains of the limits of an answer for its page. */
function besides(others: object, { maxChars, maxBytes }: SizeLimits): SizeLimits {
  const { chars, bytes } = sizeOf(others);
  return {
    ...(maxChars !== undefined && { maxChars: Math.max(0, maxChars - chars) }),
    ...(maxBytes !== undefined && { maxBytes: Math.max(0, maxBytes - bytes) }),
  };
}

const WITHOUT_HISTORY =
  'the index was written without the history of its projects: run analyzer workspace index with --history';

const FOUND = `
  FROM missed_change AS its JOIN file ON file.id = target_id
  WHERE its.class = ? AND (its.project_id BETWEEN ? AND ? OR file.project_id BETWEEN ? AND ?)
  AND (? = 0 OR its.target_id IN (SELECT value FROM json_each(?)))`;
const TOTAL = `SELECT count(*) AS n ${FOUND}`;
const PAGE = `
  SELECT page.id, page.key, page.class, page.evidence, page.weight, page.properties, page.path, own.label AS own_label,
    target.label AS target_label, history_commit.hash, history_commit.date, history_commit.subject
  FROM (
    SELECT its.id, its.key, its.class, its.evidence, its.weight, its.properties, its.commit_id, its.project_id, file.path,
      file.project_id AS target_project ${FOUND} ORDER BY its.id LIMIT ? OFFSET ?
  ) AS page
  JOIN project AS own ON own.id = page.project_id JOIN project AS target ON target.id = page.target_project
  JOIN history_commit ON history_commit.id = page.commit_id
  ORDER BY page.id`;
const TARGETS = 'SELECT id, path FROM file WHERE id IN (SELECT target_id FROM missed_change) ORDER BY id';

function list(
  snapshot: Snapshot,
  { project, path, class: name, max_places, limit, offset }: CompleteMissedParams,
): Listing<Item> {
  const projects = projectRange(snapshot, project);
  const files = path === undefined ? [0, '[]'] : [1, JSON.stringify(targetsAt(snapshot, path))];
  const values = [codeOf(CHANGE_CLASSES, name), ...projects, ...projects, ...files];
  const found = snapshot.all(PAGE, [...values, limit, offset], changeIn);
  return {
    items: found.map(({ id, ...change }) => ({ ...change, ...firstPlaces(snapshot, id, max_places) })),
    total: snapshot.first(TOTAL, values, (row) => row.integer('n')) ?? 0,
  };
}

/** Few files lack a change. @returns node ids */
function targetsAt(snapshot: Snapshot, path: string): number[] {
  const glob = new TextGlob(path, 'path');
  const files = snapshot.all(TARGETS, [], (row) => ({ id: row.integer('id'), path: row.text('path') }));
  return files.filter((file) => glob.matchesPath(file.path, false)).map(({ id }) => id);
}

function changeIn(row: Row): Omit<Item, 'places' | 'more_places'> & { id: number } {
  const commit = commitIn(row);
  if (commit === undefined) throw new RangeError('a missed change has no commit');
  return {
    id: row.integer('id'),
    missed_id: row.text('key'),
    commit,
    project: row.text('own_label'),
    target: { project: row.text('target_label'), path: row.text('path') },
    class: nameOf(CHANGE_CLASSES, row.integer('class')),
    evidence: nameOf(EVIDENCES, row.integer('evidence')),
    weight: row.integer('weight'),
    properties: textList(row.text('properties')),
  };
}
