import type { DescribedNode } from '@analyzer/contracts/query/common';
import { classFlags, NODE_KINDS, nameOf } from '#index/codes.ts';
import { nodeId } from '#index/keys.ts';
import type { Row, Snapshot } from '#index/port.ts';

const NODES = `
  SELECT described_node.* FROM json_each(?) AS wanted CROSS JOIN described_node ON described_node.id = wanted.value
  ORDER BY wanted.key`;

/**
 * @param ids integer ids
 * @param read converts a row of `described_node`
 * @returns in the same order
 */
export function readNodes<T>(snapshot: Snapshot, ids: readonly number[], read: (row: Row) => T): T[] {
  if (ids.length === 0) return [];
  return snapshot.all(NODES, [JSON.stringify(ids)], read);
}

/** Nodes by their integer id. */
export function describeNodes(snapshot: Snapshot, ids: readonly number[]): Map<number, DescribedNode> {
  return new Map(readNodes(snapshot, ids, (row) => [row.integer('id'), describeNode(row)]));
}

/** @param row of `described_node` */
export function describeNode(row: Row): DescribedNode {
  const qualifiedName = row.optionalText('qualified_name');
  const startLine = row.optionalInteger('start_line');
  const endLine = row.optionalInteger('end_line');
  return {
    node_id: nodeId(row.bytes('key')),
    kind: nameOf(NODE_KINDS, row.integer('kind')),
    project: row.text('project'),
    path: row.optionalText('path') ?? '',
    ...(qualifiedName === undefined ? {} : { qualified_name: qualifiedName }),
    language: row.optionalText('language') ?? null,
    ...(startLine === undefined ? {} : { start_line: startLine }),
    ...(endLine === undefined ? {} : { end_line: endLine }),
    ...classFlags(row.integer('classes')),
  };
}
