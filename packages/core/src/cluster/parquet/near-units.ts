import { hash } from 'node:crypto';
import { classesOf, codeOf, GROUP_KINDS } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import { sortedGrams } from '#relate/copies/near-groups.ts';
import { elementBlocks } from './element-blocks.ts';
import { groupOptions } from './group-options.ts';

/** A declaration that is compared with others. */
export interface NearUnit {
  /** Node in the index. */
  node: number;
  /** Number of the declaration in its file, and those of the declarations around it, outermost first. */
  declaration: number;
  around: number[];
  /** SHA-256 of its 5-grams. */
  fingerprint: Buffer;
  /** Its 5-grams, eight bytes each, ascending. */
  grams: Buffer;
}

/** The sizes from which an index compares declarations; undefined if it has no groups of similar ones. */
export function nearLimits(snapshot: Snapshot): CopyLimits | undefined {
  const { kinds, limits } = groupOptions(snapshot);
  return kinds.includes('near') ? limits : undefined;
}

const DECLARATIONS = `
  SELECT node.id, file_id, parent_id, nodes FROM node WHERE name_id IS NOT NULL AND id BETWEEN ? AND ? ORDER BY id`;
const LAST = 'SELECT last_node_id FROM file WHERE id = ?';

/** All units of an index by node, with the element blocks of one row in memory. */
export function* nearUnits(snapshot: Snapshot, limits: CopyLimits): Generator<NearUnit> {
  for (const blocks of elementBlocks(snapshot)) {
    const files = declarationsOf(snapshot, blocks[0]?.file ?? 0, blocks.at(-1)?.file ?? 0);
    for (const { file, elements } of blocks) yield* unitsOf(elements, files.get(file) ?? [], limits);
  }
}

interface Declaration {
  node: number;
  file: number;
  within: number;
  nodes: number;
}

/** By file, for files from one node to another. */
function declarationsOf(snapshot: Snapshot, first: number, lastFile: number): Map<number, Declaration[]> {
  const last = snapshot.first(LAST, [lastFile], (row) => row.integer('last_node_id')) ?? lastFile;
  const files = new Map<number, Declaration[]>();
  for (const its of snapshot.all(DECLARATIONS, [first, last], declarationOf)) {
    const list = files.get(its.file) ?? [];
    files.set(its.file, list);
    list.push(its);
  }
  return files;
}

function declarationOf(row: Row): Declaration {
  const file = row.integer('file_id');
  // The file is the node before its first declaration.
  return { node: row.integer('id'), file, within: row.integer('parent_id') - file - 1, nodes: row.integer('nodes') };
}

function* unitsOf(bytes: Uint8Array, declarations: readonly Declaration[], limits: CopyLimits): Generator<NearUnit> {
  const block = decodeElementBlock(bytes);
  for (const [body, declaration] of block.bodies.declaration.entries()) {
    const its = declarations[declaration];
    if (its === undefined || its.nodes < limits.nearNodes) continue;
    const table = gramsOf(block, rangeOf(block, body));
    if (table.size < limits.grams) continue;
    const around: number[] = [];
    for (let at = its.within; at >= 0; at = declarations[at]?.within ?? -1) around.unshift(at);
    const grams = sortedGrams(table);
    yield { node: its.node, declaration, around, fingerprint: hash('sha256', grams, 'buffer'), grams };
  }
}

const fingerprintOf = (kind: 'function-body' | 'function-shape') => `(
  SELECT fingerprint FROM occurrence
  JOIN clone_group ON clone_group.id = occurrence.group_id
  JOIN group_detail ON group_detail.id = occurrence.group_id
  WHERE occurrence.node_id = node.id AND clone_group.kind = ${codeOf(GROUP_KINDS, kind)})`;

/** A hash that is the fingerprint of a group is stored once, with the group. */
const NODE = `
  SELECT
    project.label, file.path, start_byte, end_byte, start_line, end_line, nodes,
    name.text AS name, language.name AS language, classes,
    CASE WHEN function_hash.node_id IS NULL THEN NULL ELSE coalesce(body, ${fingerprintOf('function-body')}) END AS body,
    CASE WHEN function_hash.node_id IS NULL THEN NULL ELSE coalesce(shape, ${fingerprintOf('function-shape')}) END AS shape
  FROM node
  JOIN file ON file.id = node.file_id
  JOIN project ON project.id = node.project_id
  JOIN name ON name.id = node.name_id
  JOIN language ON language.id = node.language_id
  LEFT JOIN function_hash ON function_hash.node_id = node.id
  WHERE node.id = ?`;

const NOT_A_FUNCTION = new Uint8Array(32);

/** The other columns of a unit. */
export function nodeColumns(snapshot: Snapshot, node: number) {
  const found = snapshot.first(NODE, [node], (row) => ({
    project: row.text('label'),
    path: row.text('path'),
    start_byte: BigInt(row.integer('start_byte')),
    end_byte: BigInt(row.integer('end_byte')),
    start_line: row.integer('start_line'),
    end_line: row.integer('end_line'),
    nodes: row.integer('nodes'),
    name: row.text('name'),
    language: row.text('language'),
    classes: classesOf(row.integer('classes')).join(','),
    body: row.optionalBytes('body') ?? NOT_A_FUNCTION,
    shape: row.optionalBytes('shape') ?? NOT_A_FUNCTION,
  }));
  if (found === undefined) throw new RangeError(`there is no node ${node}`);
  return found;
}
