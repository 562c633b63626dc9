import { groupIdOfKey, nodeId } from '@analyzer/core/index/keys.ts';
import type { Snapshot } from '@analyzer/core/index/port.ts';
import type { Random } from '../unbreakable/random.ts';

/** Values for queries, drawn from the index. */
export interface Pools {
  projects: string[];
  languages: string[];
  /** `g_…`, of all groups, and of the largest. */
  groups: string[];
  foremostGroups: string[];
  /** `n_…`, any, and those with most links. */
  nodes: string[];
  hubs: string[];
  /** Of declarations. */
  names: string[];
  /** Of files. */
  paths: string[];
  excluded: string[];
}

const DRAWN = 500;
const LARGEST = 200;

const HUBS = `
  SELECT key FROM (
    SELECT to_id AS id, count(*) AS n FROM edge WHERE to_id BETWEEN ? AND ? GROUP BY to_id
    UNION ALL SELECT from_id, count(*) FROM edge WHERE from_id BETWEEN ? AND ? GROUP BY from_id
    UNION ALL SELECT node_id, files FROM project WHERE node_id BETWEEN ? AND ?
  ) AS link
  JOIN node USING (id) ORDER BY n DESC, id LIMIT ?`;

/** The links of more nodes take minutes to count: those of some parts of the index are counted. */
const [COUNTED_NODES, PARTS] = [1_000_000, 10];

/** Keys of nodes with most links. */
function hubs(snapshot: Snapshot, random: Random): string[] {
  const last = snapshot.first('SELECT max(id) AS n FROM node', [], (row) => row.integer('n')) ?? 0;
  const size = COUNTED_NODES / PARTS;
  const parts =
    last <= COUNTED_NODES
      ? [[0, last]]
      : Array.from({ length: PARTS }, () => random.below(last - size)).map((at) => [at, at + size]);
  return parts.flatMap((part) =>
    snapshot.all(HUBS, [...part, ...part, ...part, LARGEST / parts.length], (row) => nodeId(row.bytes('key'))),
  );
}

export function drawPools(snapshot: Snapshot, random: Random): Pools {
  const texts = (sql: string) => snapshot.all(sql, [], (row) => row.text('text'));
  const drawn = <T>(table: string, read: (id: number) => T | undefined): T[] => {
    const last = snapshot.first(`SELECT max(id) AS n FROM ${table}`, [], (row) => row.integer('n')) ?? 0;
    return Array.from({ length: DRAWN }, () => read(1 + random.below(last))).filter((value) => value !== undefined);
  };
  const text = (sql: string) => (id: number) => snapshot.first(sql, [id], (row) => row.text('text'));
  return {
    projects: texts('SELECT label AS text FROM project ORDER BY id'),
    languages: texts('SELECT name AS text FROM language ORDER BY id'),
    groups: drawn('group_detail', (id) =>
      snapshot.first('SELECT key FROM group_detail WHERE id = ?', [id], (row) => groupIdOfKey(row.bytes('key'))),
    ),
    foremostGroups: snapshot.all('SELECT key FROM group_detail ORDER BY id LIMIT ?', [LARGEST], (row) =>
      groupIdOfKey(row.bytes('key')),
    ),
    nodes: drawn('node', (id) =>
      snapshot.first('SELECT key FROM node WHERE id = ?', [id], (row) => nodeId(row.bytes('key'))),
    ),
    hubs: hubs(snapshot, random),
    names: drawn(
      'name',
      text('SELECT text FROM name WHERE id = ? AND EXISTS (SELECT 1 FROM node WHERE name_id = name.id)'),
    ),
    paths: drawn('node', text('SELECT path AS text FROM node JOIN file ON file.id = file_id WHERE node.id = ?')),
    excluded: texts('SELECT path AS text FROM exclusion ORDER BY id LIMIT 500'),
  };
}
