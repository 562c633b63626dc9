import { AnalyzerError } from '@analyzer/contracts';
import { NODE_KINDS, nameOf } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { labelledPath } from '../filters/labelled.ts';
import { projectRange, type Range, requireNode } from '../filters/scope.ts';
import { fileOfPath, PATH_AND_LINE } from './files.ts';
import { namedDeclarations, sameName } from './names.ts';

/** A file or declaration that a question is about. */
export interface Subject {
  /** Integer id. */
  id: number;
  /** Integer id of its project. */
  project: number;
  /** Integer id of its file. */
  file: number;
  isFile: boolean;
  isMethod: boolean;
  /** Its integer id and those of the declarations in it. */
  range: Range;
  /** Its name, without qualifiers; empty for a file. */
  name: string;
  /** The name of the outermost declaration around it, without its namespace, which other files import; empty for a file. */
  importedName: string;
  /** Other declarations that the question could mean, most likely first. */
  others: readonly number[];
}

/** What a request names: an id, `path:line`, a path, or a name. */
export interface SubjectParams {
  at: string;
  project?: string | undefined;
}

const NODE_ID = /^n_[0-9a-f]{20}$/;

/** @throws AnalyzerError `not_found`, `invalid_request` */
export function subjectOf(snapshot: Snapshot, { at, project }: SubjectParams): Subject {
  if (NODE_ID.test(at)) return describe(snapshot, requireNode(snapshot, at), []);
  const projects = projectRange(snapshot, project);
  snapshot.gather([() => located(snapshot, projects, at), () => sameName(snapshot, projects, at)]);
  const [id, ...others] =
    printedPlace(snapshot, projects, at) ??
    located(snapshot, projects, at) ??
    namedDeclarations(snapshot, projects, at);
  if (id !== undefined) return describe(snapshot, id, others);
  throw new RangeError('a search by name without a match is an error');
}

/** @returns undefined if it is not the path of an indexed file */
function located(snapshot: Snapshot, projects: Range, at: string): number[] | undefined {
  const [, path = at, digits] = PATH_AND_LINE.exec(at) ?? [];
  const files = filesOf(snapshot, projects, path);
  const [file, ...others] = files;
  if (file === undefined && digits === undefined) return undefined;
  if (file === undefined) {
    const hint = 'The operation nodes with kind file lists the files; paths are relative to the project.';
    throw new AnalyzerError('not_found', { what: 'path', name: path }, { hint });
  }
  if (digits === undefined) return files;
  const line = Number(digits);
  return [snapshot.first(INNERMOST, [file, file, line, line], (row) => row.integer('id')) ?? file, ...others];
}

/** `PROJECT: PATH:LINE NAME` as answers print it, and `PATH NAME` or `PATH::NAME`, which other programs print. */
const PRINTED = /^(?:([^:]+): )?([^:]+?)(?::(\d{1,9}))?(?: |::)(\S+)$/;
const LABELLED_PATH = /^([^:]+): (\S+)$/;

/** @returns undefined if it is not a place as answers print it, of an indexed file */
function printedPlace(snapshot: Snapshot, projects: Range, at: string): number[] | undefined {
  const [, label, printed] = LABELLED_PATH.exec(at) ?? [];
  const own = label === undefined ? undefined : rangeOf(snapshot, projects, label);
  if (own !== undefined && printed !== undefined) return located(snapshot, own, printed);
  const [, project, path = '', line, name = ''] = PRINTED.exec(at) ?? [];
  const range = rangeOf(snapshot, projects, project);
  if (path === '' || range === undefined) return undefined;
  const files = filesOf(snapshot, range, path);
  if (line !== undefined) return files.length === 0 ? undefined : located(snapshot, range, `${path}:${line}`);
  const found = files.flatMap((file) => declarationsIn(snapshot, file, name));
  return found.length === 0 ? undefined : found;
}

/** The projects among which a label names one. */
function rangeOf(snapshot: Snapshot, projects: Range, label: string | undefined): Range | undefined {
  if (label === undefined) return projects;
  const id = snapshot.first(PROJECT, [...projects, label], (row) => row.integer('id'));
  return id === undefined ? undefined : [id, id];
}

const PROJECT = 'SELECT id FROM project WHERE id BETWEEN ? AND ? AND label = ?';

/** Declarations of a file with a name, qualified or not. */
function declarationsIn(snapshot: Snapshot, file: number, name: string): number[] {
  return snapshot.all(NAMED_IN, [file, file, name, name], (row) => row.integer('id'));
}

const NAMED_IN = `
  SELECT node.id FROM file JOIN described_node AS node ON node.id > file.id AND node.id <= file.last_node_id
  WHERE file.id = ? AND node.file_id = ? AND (node.name = ? OR node.qualified_name = ?)
  ORDER BY node.id`;

/** Files with a path, also after the label of its project. */
function filesOf(snapshot: Snapshot, projects: Range, path: string): number[] {
  const files = fileOfPath(snapshot, projects, path);
  const labelled = files.length === 0 ? labelledPath(snapshot, projects, path) : undefined;
  return labelled === undefined ? files : fileOfPath(snapshot, labelled.range, labelled.path);
}

/** Declarations are in the order of their starts, outer before inner: the last one around a line is the innermost. */
const INNERMOST = `
  SELECT node.id FROM file JOIN node ON node.id > file.id AND node.id <= file.last_node_id
  WHERE file.id = ? AND node.file_id = ? AND start_line <= ? AND end_line >= ?
  ORDER BY node.id DESC LIMIT 1`;

const SUBJECT = `
  SELECT own.id, own.kind, own.project_id, own.file_id, file.last_node_id, name.text AS name,
    coalesce(qualifier.text, '') AS qualifier,
    (
      SELECT next.id - 1 FROM node AS next
      WHERE next.id > own.id AND next.id <= file.last_node_id AND next.start_byte >= own.end_byte
      ORDER BY next.id LIMIT 1
    ) AS last_inner
  FROM node AS own JOIN file ON file.id = own.file_id
  LEFT JOIN name ON name.id = own.name_id
  LEFT JOIN name AS qualifier ON qualifier.id = own.qualifier_id
  WHERE own.id = ?`;

/** @throws AnalyzerError `invalid_request` for a project */
function describe(snapshot: Snapshot, id: number, others: readonly number[]): Subject {
  const subject = snapshot.first(SUBJECT, [id], (row) => subjectIn(row, others));
  if (subject !== undefined) return subject;
  throw new AnalyzerError(
    'invalid_request',
    { problem: 'at is a project, not a file or declaration' },
    { hint: 'The operation projects describes projects, dependencies lists what they depend on.' },
  );
}

function subjectIn(row: Row, others: readonly number[]): Subject {
  const id = row.integer('id');
  const kind = nameOf(NODE_KINDS, row.integer('kind'));
  const isFile = kind === 'file';
  const name = row.optionalText('name') ?? '';
  const [outermost = ''] = `${row.text('qualifier')}${name}`.split('.', 1);
  const last = row.integer('last_node_id');
  return {
    id,
    project: row.integer('project_id'),
    file: row.integer('file_id'),
    isFile,
    isMethod: kind === 'method',
    range: [id, isFile ? last : (row.optionalInteger('last_inner') ?? last)],
    name,
    importedName: outermost.slice(outermost.lastIndexOf('\\') + 1),
    others,
  };
}
