import type { Snapshot } from '#index/port.ts';
import type { Range } from './scope.ts';
import type { TextGlob } from './text-glob.ts';

const NAMES = 'SELECT id, text FROM name WHERE text >= ? AND text < ? AND instr(text, ?) > 0';
const FILES = `
  SELECT id, path FROM file
  WHERE project_id BETWEEN ? AND ? AND path >= ? AND path < ? AND instr(path, ?) > 0
  ORDER BY id`;

/** Integer ids of names of declarations that match, as a JSON list. */
export function matchingNames(snapshot: Snapshot, glob: TextGlob): string {
  const rows = snapshot.iterate(NAMES, glob.nameBounds, (row) =>
    glob.matchesName(row.text('text')) ? row.integer('id') : 0,
  );
  return jsonList(rows);
}

/** Node ids of files whose path matches, as a JSON list in order. */
export function matchingFiles(snapshot: Snapshot, glob: TextGlob, projects: Range): string {
  const rows = snapshot.iterate(FILES, [...projects, ...glob.pathBounds], (row) =>
    glob.matchesPath(row.text('path'), false) ? row.integer('id') : 0,
  );
  return jsonList(rows);
}

/** Ids but for 0, which is none. */
function jsonList(ids: Iterable<number>): string {
  const found: number[] = [];
  for (const id of ids) if (id > 0) found.push(id);
  return JSON.stringify(found);
}
