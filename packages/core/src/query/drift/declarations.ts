import { codeOf, GROUP_KINDS, NODE_KINDS } from '#index/codes.ts';
import { hex } from '#index/keys.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import { invalidRequest } from '../request/field-errors.ts';
import type { Side } from './side.ts';

/** Most declarations of a side. */
export const MAX_DECLARATIONS = 20_000;

/** A declaration outside of functions. */
export interface Compared {
  /** Integer id. */
  id: number;
  /** Path relative to the side, and name without the side's own. */
  path: string;
  name: string;
  isFunction: boolean;
  /** Digests of the code, and of the code up to renaming; undefined if the index has none. */
  body: string | undefined;
  shape: string | undefined;
}

/** A digest of a grouped function is the fingerprint of its group. */
const digest = (kind: 'function-body' | 'function-shape', column: string) => `
  coalesce(${column}, (
    SELECT fingerprint FROM occurrence JOIN clone_group AS its ON its.id = group_id JOIN group_detail AS detail ON detail.id = its.id
    WHERE occurrence.node_id = node.id AND its.kind = ${codeOf(GROUP_KINDS, kind)} ORDER BY its.id LIMIT 1
  ))`;

const CALLABLE = [codeOf(NODE_KINDS, 'function'), codeOf(NODE_KINDS, 'method')].join(', ');

const DECLARATIONS = `
  SELECT node.id, file.path, coalesce(qualifier.text, '') AS qualifier, name.text AS name,
    CASE WHEN node.kind IN (${CALLABLE}) THEN 1 ELSE 0 END AS is_function,
    ${digest('function-body', 'own.body')} AS body, ${digest('function-shape', 'own.shape')} AS shape
  FROM node JOIN file ON file.id = node.file_id
  JOIN name ON name.id = node.name_id
  JOIN node AS parent ON parent.id = node.parent_id
  LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
  LEFT JOIN function_hash AS own ON own.node_id = node.id
  WHERE node.id BETWEEN ? AND ? AND (parent.kind NOT IN (${CALLABLE}) OR node.id = ?) AND ${goingOn('node.id')}
  ORDER BY node.id LIMIT ${MAX_DECLARATIONS + 1}`;

/** @throws AnalyzerError `invalid_request` for a side with too many declarations */
export function declarationsOf(snapshot: Snapshot, side: Side, parameter: 'a' | 'b'): Compared[] {
  const found = comparedOf(snapshot, side);
  if (found.length <= MAX_DECLARATIONS) return found;
  const message = `${parameter} has more than ${MAX_DECLARATIONS.toLocaleString('en')} declarations`;
  throw invalidRequest([{ pointer: `/params/${parameter}`, code: 'out_of_range', message }], 'Compare folders of it.');
}

/** The declarations of a side; of one with too many, one more than the most. */
export function comparedOf(snapshot: Snapshot, side: Side): Compared[] {
  const [first, last] = side.range;
  return snapshot.all(DECLARATIONS, [first, last, first], (row) => comparedIn(row, side));
}

function comparedIn(row: Row, { path, name }: Side): Compared {
  const full = row.text('path');
  const qualified = row.text('qualifier') + row.text('name');
  const [body, shape] = [row.optionalBytes('body'), row.optionalBytes('shape')];
  return {
    id: row.integer('id'),
    path: full === path ? '' : full.slice(path === '' ? 0 : path.length + 1),
    name: name === '' ? qualified : qualified.slice(name.length),
    isFunction: row.flag('is_function'),
    body: body && hex(body),
    shape: shape && hex(shape),
  };
}
