import type { MapDeclarations, MapEdges, MapGraph } from '@analyzer/contracts/pages/map';
import { FLAG_EXPORTED } from '@analyzer/contracts/pages/map';
import { codeOf, EDGE_KINDS, type EdgeKind, LINK_STATES, NODE_KINDS } from '#index/codes.ts';
import { numbers, rangesOfNodes, texts } from '#index/columns.ts';
import type { Snapshot } from '#index/port.ts';
import { classMapFlagsOf } from './flags.ts';
import type { MapIndices } from './map-indices.ts';

const FILE = codeOf(NODE_KINDS, 'file');
const AMBIGUOUS = codeOf(LINK_STATES, 'ambiguous');

/** Declarations, imports and calls with both ends in the map. */
export function readGraph(snapshot: Snapshot, indices: MapIndices): MapGraph {
  return {
    declarations: readDeclarations(snapshot, indices),
    imports: readEdges(snapshot, 'imports', { origins: indices.files, indices, target: (node) => indices.of(node) }),
    calls: readEdges(snapshot, 'calls', {
      origins: indices.files + indices.declarations,
      indices,
      target: (node) => indices.declaration(node),
    }),
    unlinked_imports: unlinkedImports(snapshot, indices),
  };
}

const DECLARATIONS = `
  SELECT
    json_group_array(id) AS ids, json_group_array(kind) AS kinds, json_group_array(file_id) AS files,
    json_group_array(name) AS names, json_group_array(start_line) AS starts, json_group_array(end_line) AS ends,
    json_group_array(flags) AS flags
  FROM (
    SELECT
      node.id, node.kind, node.file_id, coalesce(qualifier.text, '') || name.text AS name, start_line, end_line,
      ${classMapFlagsOf('node.classes')}
        + exported * ${FLAG_EXPORTED} AS flags
    FROM node
    JOIN file ON file.id = node.file_id
    JOIN name ON name.id = name_id
    LEFT JOIN name AS qualifier ON qualifier.id = qualifier_id
    WHERE node.kind > ${FILE} AND node.id BETWEEN ? AND ?
    ORDER BY node.id
  ) AS declaration`;

function readDeclarations(snapshot: Snapshot, indices: MapIndices): MapDeclarations {
  const kinds = NODE_KINDS.slice(FILE + 1);
  const table: MapDeclarations = { file: [], name: [], kind: [], kinds, start_line: [], end_line: [], flags: [] };
  for (const range of rangesOfNodes(indices.lastNode)) {
    const rows = snapshot.first(DECLARATIONS, range, (row) => ({
      ids: numbers(row, 'ids'),
      kinds: numbers(row, 'kinds'),
      files: numbers(row, 'files'),
      names: texts(row, 'names'),
      starts: numbers(row, 'starts'),
      ends: numbers(row, 'ends'),
      flags: numbers(row, 'flags'),
    }));
    for (const [at, node] of rows?.ids.entries() ?? []) {
      if (rows === undefined || indices.declaration(node) < 0) continue;
      table.file.push(indices.of(rows.files[at] ?? 0));
      table.name.push(rows.names[at] ?? '');
      table.kind.push((rows.kinds[at] ?? 0) - FILE - 1);
      table.start_line.push(rows.starts[at] ?? 0);
      table.end_line.push(rows.ends[at] ?? 0);
      table.flags.push(rows.flags[at] ?? 0);
    }
  }
  return table;
}

interface EdgeEnds {
  /** Number of possible origins. */
  origins: number;
  indices: MapIndices;
  /** Position of a target; -1 if it is not in the map. */
  target: (node: number) => number;
}

const EDGES = `
  SELECT
    json_group_array(from_id) AS origins, json_group_array(to_id) AS targets, json_group_array(line) AS lines,
    json_group_array(CASE WHEN state = ${AMBIGUOUS} THEN 1 ELSE 0 END) AS ambiguous
  FROM (
    SELECT from_id, to_id, line, state FROM edge WHERE kind = ? AND from_id BETWEEN ? AND ? ORDER BY from_id, to_id
  ) AS link`;

function readEdges(snapshot: Snapshot, kind: EdgeKind, { origins, indices, target }: EdgeEnds): MapEdges {
  const edges: MapEdges = { offsets: [0], targets: [], line: [], ambiguous: [] };
  // In the index the edges of a file are between those of declarations; in the map all files come first.
  for (const ofFiles of [true, false]) {
    for (const range of rangesOfNodes(indices.lastNode)) {
      const rows = snapshot.first(EDGES, [codeOf(EDGE_KINDS, kind), ...range], (row) => ({
        origins: numbers(row, 'origins'),
        targets: numbers(row, 'targets'),
        lines: numbers(row, 'lines'),
        ambiguous: numbers(row, 'ambiguous'),
      }));
      for (const [at, origin] of rows?.origins.entries() ?? []) {
        const from = indices.of(origin);
        if (rows === undefined || from < 0 || from < indices.files !== ofFiles) continue;
        const to = target(rows.targets[at] ?? 0);
        if (to < 0) continue;
        while (edges.offsets.length <= from) edges.offsets.push(edges.targets.length);
        edges.targets.push(to);
        edges.line.push(rows.lines[at] ?? 0);
        edges.ambiguous.push(rows.ambiguous[at] ?? 0);
      }
    }
  }
  while (edges.offsets.length <= origins) edges.offsets.push(edges.targets.length);
  return edges;
}

/** Number of imports without a target in the project, per file. */
function unlinkedImports(snapshot: Snapshot, indices: MapIndices): number[] {
  const counts = new Array<number>(indices.files).fill(0);
  const sql = `SELECT file_id, count(*) AS n FROM import WHERE state > ${AMBIGUOUS} GROUP BY file_id`;
  for (const [file = 0, n = 0] of snapshot.all(sql, [], (row) => [row.integer('file_id'), row.integer('n')])) {
    counts[indices.of(file)] = n;
  }
  return counts;
}
