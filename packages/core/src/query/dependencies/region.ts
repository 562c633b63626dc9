import { AnalyzerError } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import type { Row, Snapshot } from '#index/port.ts';
import { labelledPath } from '../filters/labelled.ts';
import type { Range } from '../filters/scope.ts';

/** A part of a project: a folder, or all of it. */
export interface Region {
  /** Integer id. */
  project: number;
  label: string;
  /** Relative to the project; empty for all of it. */
  folder: string;
  /** How the answer names it. */
  name: string;
}

const PROJECT = 'SELECT id, label FROM project WHERE id BETWEEN ? AND ? AND label = ?';
const PACKAGE = `
  SELECT project_id AS id, label, folder FROM package JOIN project ON project.id = project_id
  WHERE project_id BETWEEN ? AND ? AND package.name = ? ORDER BY project_id, folder LIMIT 1`;
const FOLDER = `
  SELECT project.id, label FROM project
  WHERE project.id BETWEEN ? AND ?
    AND EXISTS (SELECT 1 FROM file WHERE file.project_id = project.id AND path >= ? AND path < ?)
  ORDER BY project.id LIMIT 1`;
const NAMES = 'SELECT DISTINCT name FROM package WHERE project_id BETWEEN ? AND ? ORDER BY name';

/** The first of the packages, projects and folders with a name; a folder also after the label of its project. */
export function findRegion(snapshot: Snapshot, projects: Range, name: string): Region | undefined {
  const found = namedRegion(snapshot, projects, name);
  if (found !== undefined) return found;
  const labelled = labelledPath(snapshot, projects, name);
  return labelled && namedRegion(snapshot, labelled.range, labelled.path);
}

function namedRegion(snapshot: Snapshot, projects: Range, name: string): Region | undefined {
  const folder = name.replace(/^(\.?\/)+|\/+$/g, '');
  const read = (row: Row, its: string, called: string): Region => ({
    project: row.integer('id'),
    label: row.text('label'),
    folder: its,
    name: called,
  });
  return (
    snapshot.first(PACKAGE, [...projects, name], (row) => read(row, row.text('folder'), name)) ??
    snapshot.first(PROJECT, [...projects, name], (row) => read(row, '', '')) ??
    (folder === ''
      ? undefined
      : snapshot.first(FOLDER, [...projects, ...below(folder)], (row) => read(row, folder, folder)))
  );
}

/** The same, but a folder that has the name of its project before the project: in `shop/shop/cart.py` the package is `shop/shop`. */
export function findFolderFirst(snapshot: Snapshot, projects: Range, name: string): Region | undefined {
  const found = findRegion(snapshot, projects, name);
  if (found?.folder !== '') return found;
  return namedRegion(snapshot, [found.project, found.project], `./${name}`) ?? found;
}

/** What a name that is not a package, folder or project was meant to be. */
export function unknownRegion(snapshot: Snapshot, projects: Range, name: string): AnalyzerError {
  const meant = nearest(
    name,
    snapshot.all(NAMES, [...projects], (row) => row.text('name')),
  );
  const hint =
    meant === undefined ? 'Name a package, a folder relative to its project, or a project.' : `Did you mean ${meant}?`;
  return new AnalyzerError('not_found', { what: 'package, folder or project', name }, { hint });
}

/** Paths in a folder are at least the first text and less than the second. */
export function below(folder: string): [least: string, end: string] {
  return folder === '' ? ['', '\u{10ffff}'] : [`${folder}/`, `${folder}0`];
}
