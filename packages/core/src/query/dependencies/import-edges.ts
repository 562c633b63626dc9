import { codeOf, EDGE_KINDS } from '#index/codes.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import type { Range } from '../filters/scope.ts';
import { below, type Region } from './region.ts';

/** A file at one end of an import. */
export interface ImportEnd {
  /** Integer id of its project. */
  project: number;
  label: string;
  path: string;
}

/** What an import of code outside of the index names. */
export interface OutsideEnd {
  /** The name of the package, as the language imports it. */
  outside: string;
  /** As written, without what looks like a secret. */
  specifier: string;
}

/** The imports between two files, or of one specifier in a file. */
export interface ImportEdge {
  from: ImportEnd;
  to: ImportEnd | OutsideEnd;
  line: number;
  sites: number;
  /** The importing file is a test, example, or code of others. */
  hasClasses: boolean;
}

const columns = `
  own.path AS from_path, own.project_id AS from_project, own_project.label AS from_label, node.classes,
  other.path AS to_path, other.project_id AS to_project, other_project.label AS to_label, edge.line, edge.sites`;
const KIND = `edge.kind = ${codeOf(EDGE_KINDS, 'imports')}`;
const OUT = `
  SELECT ${columns}
  FROM file AS own CROSS JOIN edge ON edge.from_id = own.id AND ${KIND}
  JOIN file AS other ON other.id = edge.to_id
  JOIN project AS own_project ON own_project.id = own.project_id
  JOIN project AS other_project ON other_project.id = other.project_id
  JOIN node ON node.id = own.id
  WHERE own.project_id BETWEEN ? AND ? AND own.path >= ? AND own.path < ? AND ${goingOn('edge.to_id')}
  ORDER BY edge.from_id, edge.to_id`;
const IN = `
  SELECT ${columns}
  FROM file AS other CROSS JOIN edge ON edge.to_id = other.id AND ${KIND}
  JOIN file AS own ON own.id = edge.from_id
  JOIN project AS own_project ON own_project.id = own.project_id
  JOIN project AS other_project ON other_project.id = other.project_id
  JOIN node ON node.id = own.id
  WHERE other.project_id BETWEEN ? AND ? AND other.path >= ? AND other.path < ? AND ${goingOn('edge.from_id')}
  ORDER BY edge.from_id, edge.to_id`;

export interface WantedEdges {
  projects: Range;
  region: Region | undefined;
  /** From the region, to it, or both. */
  direction: 'in' | 'out' | 'both';
}

/** Imports from and to files of a region, or of projects; an import inside of it is in the answer once. */
export function* importEdges(
  snapshot: Snapshot,
  { projects, region, direction }: WantedEdges,
): IterableIterator<ImportEdge & { to: ImportEnd }> {
  const range = region === undefined ? projects : [region.project, region.project];
  const values = [...range, ...below(region?.folder ?? '')];
  if (direction !== 'in' || region === undefined) yield* snapshot.iterate(OUT, values, edgeOf);
  if (direction === 'out') return;
  for (const edge of snapshot.iterate(IN, values, edgeOf)) {
    const isInside = isWithin(edge.from, range, region);
    if (!isInside || (direction === 'in' && region !== undefined)) yield edge;
  }
}

function isWithin(
  { project, path }: ImportEnd,
  [least = 0, most = 0]: readonly number[],
  region: Region | undefined,
): boolean {
  if (project < least || project > most) return false;
  return region === undefined || region.folder === '' || path.startsWith(`${region.folder}/`);
}

function edgeOf(row: Row): ImportEdge & { to: ImportEnd } {
  return {
    from: { project: row.integer('from_project'), label: row.text('from_label'), path: row.text('from_path') },
    to: { project: row.integer('to_project'), label: row.text('to_label'), path: row.text('to_path') },
    line: row.integer('line'),
    sites: row.integer('sites'),
    hasClasses: row.integer('classes') > 0,
  };
}
