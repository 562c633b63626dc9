import type { MapDeclarations, MapEdges, MapGraph } from '@analyzer/web/map/data';
import { FLAG_EXPORTED, FLAG_GENERATED, FLAG_TEST, FLAG_VENDORED } from '@analyzer/web/map/data';
import { codeOf, EDGE_KINDS, type EdgeKind, LINK_STATES, NODE_KINDS, nameOf } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import type { Places } from './places.ts';

const FILE = codeOf(NODE_KINDS, 'file');
const AMBIGUOUS = codeOf(LINK_STATES, 'ambiguous');

/** What the files declare, import and call, as far as both ends are in the map. */
export function readGraph(snapshot: Snapshot, places: Places): MapGraph {
  return {
    declarations: readDeclarations(snapshot, places),
    imports: readEdges(snapshot, 'imports', { origins: places.files, places, target: (node) => places.of(node) }),
    calls: readEdges(snapshot, 'calls', {
      origins: places.files + places.declarations,
      places,
      target: (node) => places.declaration(node),
    }),
    unlinked_imports: unlinkedImports(snapshot, places),
  };
}

const DECLARATIONS = `
  SELECT
    node.id, node.kind, node.file_id, coalesce(qualifier.text, '') || name.text AS name, start_line, end_line,
    exported, node.is_test, is_vendored, is_generated
  FROM node
  JOIN file ON file.id = node.file_id
  JOIN name ON name.id = name_id
  LEFT JOIN name AS qualifier ON qualifier.id = qualifier_id
  WHERE node.kind > ${FILE}
  ORDER BY node.id`;

function readDeclarations(snapshot: Snapshot, places: Places): MapDeclarations {
  const kinds = NODE_KINDS.slice(FILE + 1);
  const table: MapDeclarations = { file: [], name: [], kind: [], kinds, start_line: [], end_line: [], flags: [] };
  const rows = snapshot.iterate(DECLARATIONS, [], (row) => ({
    node: row.integer('id'),
    kind: nameOf(NODE_KINDS, row.integer('kind')),
    file: row.integer('file_id'),
    name: row.text('name'),
    start: row.integer('start_line'),
    end: row.integer('end_line'),
    flags:
      (row.flag('is_test') ? FLAG_TEST : 0) |
      (row.flag('is_vendored') ? FLAG_VENDORED : 0) |
      (row.flag('is_generated') ? FLAG_GENERATED : 0) |
      (row.flag('exported') ? FLAG_EXPORTED : 0),
  }));
  for (const { node, kind, file, name, start, end, flags } of rows) {
    if (places.declaration(node) < 0) continue;
    table.file.push(places.of(file));
    table.name.push(name);
    table.kind.push(kinds.indexOf(kind));
    table.start_line.push(start);
    table.end_line.push(end);
    table.flags.push(flags);
  }
  return table;
}

interface EdgeEnds {
  /** How many nodes may be an origin. */
  origins: number;
  places: Places;
  /** Place of a target; -1 when it is not in the map. */
  target: (node: number) => number;
}

/** Row by row, because there may be hundreds of thousands. */
function readEdges(snapshot: Snapshot, kind: EdgeKind, { origins, places, target }: EdgeEnds): MapEdges {
  const edges: MapEdges = { offsets: [0], targets: [], line: [], ambiguous: [] };
  // By node of the index, a file's own edges come between those of declarations; in the map all files come first.
  for (const origin of ['=', '>']) {
    const sql = `
      SELECT from_id, to_id, state, line FROM edge CROSS JOIN node ON node.id = from_id
      WHERE edge.kind = ? AND node.kind ${origin} ${FILE}
      ORDER BY from_id, to_id`;
    const rows = snapshot.iterate(sql, [codeOf(EDGE_KINDS, kind)], (row) => ({
      from: places.of(row.integer('from_id')),
      to: target(row.integer('to_id')),
      ambiguous: row.integer('state') === AMBIGUOUS ? 1 : 0,
      line: row.integer('line'),
    }));
    for (const { from, to, ambiguous, line } of rows) {
      if (from < 0 || to < 0) continue;
      while (edges.offsets.length <= from) edges.offsets.push(edges.targets.length);
      edges.targets.push(to);
      edges.line.push(line);
      edges.ambiguous.push(ambiguous);
    }
  }
  while (edges.offsets.length <= origins) edges.offsets.push(edges.targets.length);
  return edges;
}

/** Imports that lead to nothing in the project, per file. */
function unlinkedImports(snapshot: Snapshot, places: Places): number[] {
  const counts = new Array<number>(places.files).fill(0);
  const sql = `SELECT file_id, count(*) AS n FROM import WHERE state > ${AMBIGUOUS} GROUP BY file_id`;
  for (const [file = 0, n = 0] of snapshot.all(sql, [], (row) => [row.integer('file_id'), row.integer('n')])) {
    counts[places.of(file)] = n;
  }
  return counts;
}
