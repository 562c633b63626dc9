import { goingOn, type Snapshot, type Value } from '#index/port.ts';
import { idList } from '../describe/lists.ts';
import type { Range } from './scope.ts';
import type { TextGlob } from './text-glob.ts';

const NAMES = `FROM name WHERE text >= ? AND text < ? AND instr(text, ?) > 0 AND ${goingOn('id')}`;
const SIMPLE_NAMES = `SELECT json_group_array(id) AS ids ${NAMES} AND glob(?, text) AND instr(text, '/') = 0`;

/** Uses a database index on project and path, in id order. */
const FILES = `
  SELECT id, path FROM file
  WHERE project_id BETWEEN ? AND ? AND path >= ? AND path < ? AND instr(path, ?) > 0 AND ${goingOn('id')}
  ORDER BY project_id, path`;
const SIMPLE_FILES = `SELECT json_group_array(id) AS ids FROM (${FILES}) AS found WHERE glob(?, path)`;

/** Integer ids of matching declaration names, as a JSON array. */
export function matchingNames(snapshot: Snapshot, glob: TextGlob): string {
  const { nameBounds: bounds, simpleName: simple } = glob;
  if (simple !== undefined) return idsOf(snapshot, SIMPLE_NAMES, [...bounds, simple]);
  const ids = snapshot.iterate(`SELECT id, text ${NAMES}`, bounds, (row) =>
    glob.matchesName(row.text('text')) ? row.integer('id') : undefined,
  );
  return JSON.stringify(defined(ids));
}

/** Node ids of files whose path matches, in order. */
export function matchingFiles(snapshot: Snapshot, glob: TextGlob, projects: Range): number[] {
  const { pathBounds, simplePath: simple } = glob;
  const values = [...projects, ...pathBounds];
  if (simple !== undefined) return idList(idsOf(snapshot, SIMPLE_FILES, [...values, simple]));
  const ids = snapshot.iterate(FILES, values, (row) =>
    glob.matchesPath(row.text('path'), false) ? row.integer('id') : undefined,
  );
  return defined(ids);
}

/** Reads a single value, which is faster than thousands of rows. */
function idsOf(snapshot: Snapshot, sql: string, values: readonly Value[]): string {
  return snapshot.first(sql, values, (row) => row.text('ids')) ?? '[]';
}

function defined(ids: Iterable<number | undefined>): number[] {
  const found: number[] = [];
  for (const id of ids) if (id !== undefined) found.push(id);
  return found;
}
