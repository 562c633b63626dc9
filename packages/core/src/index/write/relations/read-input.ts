import { compareBytes } from '@analyzer/contracts/order';
import type { ProjectFiles } from '#relations/libraries-elsewhere.ts';
import { isEvidence, type LibraryFile } from '#relations/library-evidence.ts';
import type { Member } from '#relations/members.ts';
import { isToolFile, type Occurrence, type RelatedGroup, type RelationInput } from '#relations/relation-input.ts';
import { hex } from '../../keys.ts';
import { IS_CONTAINED } from '../../lists/represented.ts';
import type { Statements } from '../../sqlite/statements.ts';
import type { IndexedFile } from './project-files.ts';

export interface IndexedInput {
  /** Ids of groups are the integer ids of the index, as text. With several projects, paths start with the label. */
  input: RelationInput;
  /** By path of the input. */
  files: Map<string, IndexedFile>;
}

/** Files with facts and without classes, such as tests. */
const FILES = `
  SELECT file.id, file.project_id, label, path, file.last_node_id, file.lines, file.sha256
  FROM file JOIN node ON node.id = file.id JOIN project ON project.id = file.project_id
  WHERE tree_hash IS NOT NULL AND name_lossy = 0 AND classes = 0 AND sha256 IS NOT NULL
  ORDER BY file.id`;
/** Files of class vendored that are not tests, examples or benchmarks: 2, and 1 + 8 + 16 of the bits. */
const VENDORED = `
  SELECT file.id, file.project_id, label, path, file.lines, file.sha256, tree_hash IS NOT NULL AS is_parsed
  FROM file JOIN node ON node.id = file.id JOIN project ON project.id = file.project_id
  WHERE name_lossy = 0 AND (classes & 27) = 2 AND sha256 IS NOT NULL
  ORDER BY file.id`;
/** Files without classes that are not parsed. */
const UNPARSED = `
  SELECT file.id, file.project_id, label, path, file.sha256
  FROM file JOIN node ON node.id = file.id JOIN project ON project.id = file.project_id
  WHERE tree_hash IS NULL AND name_lossy = 0 AND classes = 0 AND sha256 IS NOT NULL
  ORDER BY file.id`;
const MEMBERS = `
  SELECT name.text AS name, coalesce(qualifier.text, '') || name.text AS qualified_name, print.body
  FROM node JOIN temp.print ON print.node_id = node.id JOIN name ON name.id = node.name_id
  LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
  WHERE node.id BETWEEN ? AND ? ORDER BY node.id`;
const OCCURRENCES = `
  SELECT
    group_id, node.file_id, coalesce(own.start_line, node.start_line) AS first, coalesce(own.end_line, node.end_line) AS last
  FROM clone_group CROSS JOIN occurrence AS own ON group_id = clone_group.id CROSS JOIN node ON node.id = node_id
  WHERE same_as IS NULL AND NOT ${IS_CONTAINED}
  ORDER BY group_id, own.seq`;

/** @param listed integer ids of the groups that lists show */
export function readRelationInput(statements: Statements, listed: readonly number[]): IndexedInput {
  const severalProjects = statements.all('SELECT id FROM project', [], () => undefined).length > 1;
  const fileIn = (row: Row) => ({
    id: row.integer('id'),
    project: row.integer('project_id'),
    path: row.text('path'),
    shown: severalProjects ? `${row.text('label')}/${row.text('path')}` : row.text('path'),
    sha256: hex(row.bytes('sha256')),
  });
  const rows = statements.all(FILES, [], (row) => ({
    ...fileIn(row),
    last: row.integer('last_node_id'),
    lines: row.integer('lines'),
  }));
  const vendored = statements
    .all(VENDORED, [], (row) => ({
      ...fileIn(row),
      lines: row.integer('is_parsed') > 0 ? row.integer('lines') : undefined,
    }))
    .sort((a, b) => compareBytes(a.shown, b.shown));
  const evidence = statements.all(UNPARSED, [], fileIn).filter(({ path }) => isEvidence(path));
  const files = rows.filter(({ path }) => !isToolFile(path)).sort((a, b) => compareBytes(a.shown, b.shown));
  const indices = new Map(files.map(({ id }, index) => [id, index]));
  const groups = readGroups(statements, indices);
  return {
    input: {
      files: files.map(({ id, shown, lines, last }) => ({
        path: shown,
        lines,
        get declarations() {
          return statements.all(MEMBERS, [id + 1, last], memberIn);
        },
      })),
      groups: [...groups.values()],
      listed: listed.flatMap((id) => groups.get(id) ?? []),
      identical: identicalFiles(files),
      libraries: {
        vendored: vendored.map(({ shown, lines }) => ({ path: shown, ...(lines !== undefined && { lines }) })),
        others: ofProjects([...rows, ...evidence]),
      },
    },
    files: new Map([...files, ...vendored, ...evidence].map(({ shown, ...file }) => [shown, file])),
  };
}

/** The files of each project, in bytewise order of the paths. */
function ofProjects(
  files: readonly { project: number; path: string; shown: string; lines?: number }[],
): ProjectFiles[] {
  const projects = new Map<number, { root: string; files: LibraryFile[] }>();
  for (const { project, path, shown, lines } of files.toSorted((a, b) => compareBytes(a.shown, b.shown))) {
    const its = projects.get(project) ?? { root: shown.slice(0, -path.length - 1), files: [] };
    projects.set(project, its);
    its.files.push({ path: shown, ...(lines !== undefined && { lines }) });
  }
  return [...projects.values()];
}

type Row = Parameters<Parameters<Statements['all']>[2]>[0];

function memberIn(row: Row): Member {
  return { name: row.text('name'), qualified_name: row.text('qualified_name'), function_body: hex(row.bytes('body')) };
}

/** @param indices of the files, by their nodes @returns by integer id, in its order */
function readGroups(statements: Statements, indices: ReadonlyMap<number, number>): Map<number, RelatedGroup> {
  const groups = new Map<number, RelatedGroup>();
  const add = (id: number, occurrence: Occurrence | undefined) => {
    const group = groups.get(id) ?? { id: `${id}`, occurrences: [], outside: 0 };
    groups.set(id, group);
    if (occurrence === undefined) group.outside++;
    else group.occurrences.push(occurrence);
  };
  statements.all(OCCURRENCES, [], (row) => {
    const file = indices.get(row.integer('file_id'));
    const occurrence = file === undefined ? undefined : { file, start: row.integer('first'), end: row.integer('last') };
    add(row.integer('group_id'), occurrence);
  });
  return groups;
}

function identicalFiles(files: readonly { sha256: string }[]): number[][] {
  const byHash = new Map<string, number[]>();
  for (const [index, { sha256 }] of files.entries()) {
    const same = byHash.get(sha256);
    if (same === undefined) byHash.set(sha256, [index]);
    else same.push(index);
  }
  return [...byHash.values()].filter(({ length }) => length > 1);
}
