import type { Snapshot } from '#index/port.ts';
import type { Range } from '../filters/scope.ts';

/** A path with a line, or with a range of lines, of which the first is meant. */
export const PATH_AND_LINE = /^(.+?):(\d{1,9})(?:[-:]\d{1,9})?$/;

const EXACT = `
  SELECT file.id FROM project CROSS JOIN file ON file.project_id = project.id
  WHERE project.id BETWEEN ? AND ? AND file.path = ? ORDER BY file.id`;
const CONTAINING = `
  SELECT id, path FROM file WHERE project_id BETWEEN ? AND ? AND instr(path, ?) > 0 ORDER BY id`;

/**
 * Files with a path; without one, those whose path ends with it.
 *
 * @returns integer ids, in order
 */
export function fileOfPath(snapshot: Snapshot, projects: Range, given: string): number[] {
  const path = given.replace(/^(\.?\/)+/, '');
  const exact = snapshot.all(EXACT, [...projects, path], (row) => row.integer('id'));
  if (exact.length > 0 || !/[./]/.test(path)) return exact;
  const ending = `/${path}`;
  const found: number[] = [];
  for (const row of snapshot.iterate(CONTAINING, [...projects, ending], (its) => ({
    id: its.integer('id'),
    path: its.text('path'),
  }))) {
    if (row.path.endsWith(ending)) found.push(row.id);
  }
  return found;
}
