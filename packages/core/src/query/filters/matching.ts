import { goingOn, type Snapshot, type Value } from '#index/port.ts';
import { idList } from '../describe/lists.ts';
import { indexed, nameShape } from './indexed-texts.ts';
import { gramFrequency } from './name-grams.ts';
import type { Range } from './scope.ts';
import type { TextGlob } from './text-glob.ts';

/** Other names, in any case: `LIKE` of SQLite distinguishes no ASCII letters by case. */
const ANY_CASE = `
  SELECT json_group_array(id) AS ids FROM name
  WHERE text LIKE ? ESCAPE '\\' AND instr(text, '/') = 0 AND ${goingOn('id')}`;
const ALL_NAMES = `SELECT id, text FROM name WHERE ${goingOn('id')}`;

const NAMES = `FROM name WHERE text >= ? AND text < ? AND instr(text, ?) > 0 AND ${goingOn('id')}`;
const SIMPLE_NAMES = `SELECT json_group_array(id) AS ids ${NAMES} AND glob(?, text) AND instr(text, '/') = 0`;

/** The condition is tested before the glob, for which another index could be chosen. */
const indexedNames = (condition: string) => `
  SELECT json_group_array(id) AS ids FROM (SELECT id, text FROM name WHERE ${condition} OFFSET 0) AS found
  WHERE glob(?, text) AND instr(text, '/') = 0`;

/** Uses a database index on project and path, in id order. */
const FILES = `
  SELECT id, path FROM file
  WHERE project_id BETWEEN ? AND ? AND path >= ? AND path < ? AND instr(path, ?) > 0 AND ${goingOn('id')}
  ORDER BY project_id, path`;
const simpleFiles = (globs: readonly string[]) =>
  `SELECT json_group_array(id) AS ids FROM (${FILES}) AS found WHERE ${globsOf(globs)}`;

/** A condition on the column `path`, with a parameter for each glob. */
export function globsOf(globs: readonly string[]): string {
  return `(${globs.map(() => 'glob(?, path)').join(' OR ')})`;
}

/** Integer ids of matching declaration names, as a JSON array. */
export function matchingNames(snapshot: Snapshot, glob: TextGlob): string {
  const { nameBounds: bounds, simpleName: simple } = glob;
  const shape = snapshot.hasRowCounts && simple !== undefined ? nameShape(simple) : undefined;
  const condition = shape === undefined ? undefined : indexed('text', shape, gramFrequency(snapshot));
  if (simple !== undefined && condition !== undefined) {
    return idsOf(snapshot, indexedNames(condition.sql), [...condition.values, simple]);
  }
  if (simple !== undefined) return idsOf(snapshot, SIMPLE_NAMES, [...bounds, simple]);
  const ids = snapshot.iterate(`SELECT id, text ${NAMES}`, bounds, (row) =>
    glob.matchesName(row.text('text')) ? row.integer('id') : undefined,
  );
  return JSON.stringify(defined(ids));
}

/**
 * Integer ids of matching declaration names as JSON arrays, the best names first: names that match, then those that match
 * in another case, then, for a glob without wildcards, those that start with it in any case.
 */
export function rankedNames(snapshot: Snapshot, glob: TextGlob): string[] {
  const { plainName: plain } = glob;
  const ranks = [
    () => matchingNames(snapshot, glob),
    () => inAnyCase(snapshot, glob),
    () => (plain === undefined ? '[]' : idsOf(snapshot, ANY_CASE, [`${likeOf(plain)}%`])),
  ];
  // Of another glob, the names are read row by row.
  if (glob.simpleName !== undefined) snapshot.gather(ranks);
  const known = new Set<number>();
  const found = ranks.map((read) => {
    const fresh = idList(read()).filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
    return JSON.stringify(fresh);
  });
  return found.filter((ids) => ids !== '[]');
}

function inAnyCase(snapshot: Snapshot, glob: TextGlob): string {
  const { simpleName: simple } = glob;
  if (simple !== undefined) return idsOf(snapshot, ANY_CASE, [likeOf(simple)]);
  if (glob.hasClass) return '[]';
  const ids = snapshot.iterate(ALL_NAMES, [], (row) =>
    glob.matchesNameInAnyCase(row.text('text')) ? row.integer('id') : undefined,
  );
  return JSON.stringify(defined(ids));
}

/** A simple glob as a pattern of `LIKE`. */
function likeOf(simple: string): string {
  return simple
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');
}

/** Node ids of files whose path matches, in order. */
export function matchingFiles(snapshot: Snapshot, glob: TextGlob, projects: Range): number[] {
  const { pathBounds, simplePaths: simple } = glob;
  const values = [...projects, ...pathBounds];
  if (simple !== undefined) return idList(idsOf(snapshot, simpleFiles(simple), [...values, ...simple]));
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
