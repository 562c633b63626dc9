import type { LanguageCount } from '@analyzer/contracts/query/common';
import type { ProjectsData } from '@analyzer/contracts/query/projects.data';
import dataSchema from '@analyzer/contracts/query/projects.data/schema' with { type: 'json' };
import type { CompleteProjectsParams } from '@analyzer/contracts/query/projects.params';
import paramsSchema from '@analyzer/contracts/query/projects.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/projects.params/validate';
import { byId } from '#index/by-id.ts';
import { nodeId } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { coverageOf, shareOf } from '../describe/coverage.ts';
import { textList } from '../describe/lists.ts';
import { TextGlob } from '../filters/text-glob.ts';
import { listOperation } from '../operation.ts';

type Item = ProjectsData['items'][number];

export const projects = listOperation<CompleteProjectsParams, Item>({
  name: 'projects',
  description:
    'The indexed projects with their size, languages, repeated and copied lines, coverage and declared workspaces. Their labels select a project in other operations.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, params) {
    const matching = matchingIds(snapshot, params);
    const ids = matching.slice(params.offset, params.offset + params.limit);
    return { items: describe(snapshot, ids), total: matching.length };
  },
});

const LABELS = `
  SELECT id, label FROM project
  WHERE ? IS NULL OR id IN (SELECT project_id FROM project_language JOIN language ON language.id = language_id WHERE name = ?)
  ORDER BY id`;
const PROJECTS = `
  SELECT project.*, node.key FROM json_each(?) AS wanted
  CROSS JOIN project ON project.id = wanted.value
  JOIN node ON node.id = node_id
  ORDER BY project.id`;
const LANGUAGES = `
  SELECT project_id, name, files, lines, functions FROM json_each(?) AS wanted
  CROSS JOIN project_language ON project_id = wanted.value
  JOIN language ON language.id = language_id
  ORDER BY project_id, name`;
const COVERAGE = `
  SELECT project_id, status, n FROM json_each(?) AS wanted CROSS JOIN coverage_count ON project_id = wanted.value`;

function matchingIds(snapshot: Snapshot, params: CompleteProjectsParams): number[] {
  const { name, language } = params;
  const glob = name === undefined ? undefined : new TextGlob(name, 'name');
  return snapshot
    .all(LABELS, [language ?? null, language ?? null], (row) => ({ id: row.integer('id'), label: row.text('label') }))
    .filter(({ label }) => glob?.matchesPath(label, false) ?? true)
    .map(({ id }) => id);
}

function describe(snapshot: Snapshot, ids: readonly number[]): Item[] {
  const wanted = [JSON.stringify(ids)];
  const perProject = <T>(sql: string, read: (row: Row) => T) =>
    byId(snapshot.all(sql, wanted, (row) => [row.integer('project_id'), read(row)] as const));
  const readLanguages = () => perProject(LANGUAGES, languageCount);
  const readCoverage = () => perProject(COVERAGE, (row): [string, number] => [row.text('status'), row.integer('n')]);
  snapshot.gather([readLanguages, readCoverage, () => snapshot.all(PROJECTS, wanted, () => undefined)]);
  const [languages, coverage] = [readLanguages(), readCoverage()];
  return snapshot.all(PROJECTS, wanted, (row) => {
    const id = row.integer('id');
    return {
      node_id: nodeId(row.bytes('key')),
      project: row.text('label'),
      files: row.integer('files'),
      lines: row.integer('lines'),
      functions: row.integer('functions'),
      languages: languages.get(id) ?? [],
      repeated: shareOf(row.integer('repeated_lines'), row.integer('lines')),
      copied: shareOf(row.integer('copied_lines'), row.integer('lines')),
      shared_groups: row.integer('shared_groups'),
      coverage: coverageOf(new Map(coverage.get(id)), row.flag('complete')),
      snapshot_id: row.text('snapshot_id'),
      markers: textList(row.text('markers')),
      workspaces: textList(row.text('workspaces')),
    };
  });
}

function languageCount(row: Row): LanguageCount {
  return {
    language: row.text('name'),
    files: row.integer('files'),
    lines: row.integer('lines'),
    functions: row.integer('functions'),
  };
}
