import { deflateRawSync } from 'node:zlib';
import { VarintWriter } from '#parse/tokens/varints.ts';
import { pause } from '#tree/pause.ts';
import { FUNCTIONS } from '../codes.ts';
import { numbers, rangesOfNodes } from '../columns.ts';
import { type ControlRecords, recordsIn } from '../control/control-records.ts';
import type { Statements } from '../sqlite/statements.ts';
import { lastNode } from './copies.ts';
import { projectStarts } from './project-starts.ts';
import { Table } from './table.ts';

/** A query reads few records: small blocks are fast to inflate. */
const BLOCK_BYTES = 16 * 1024;
const SMALL = 9;
const FILES_BETWEEN_PAUSES = 500;

/** Occurrences of groups, and the declarations in occurrences that are not functions, such as the methods of a class. */
const OWNERS = `
  SELECT json_group_array(id) AS nodes, json_group_array(file_id) AS files FROM (
    SELECT node.id, node.file_id FROM node JOIN temp.control_of_file ON control_of_file.file_id = node.file_id
    LEFT JOIN node AS parent ON parent.id = node.parent_id AND parent.kind NOT IN (${FUNCTIONS})
    WHERE node.id BETWEEN ? AND ? AND EXISTS (SELECT 1 FROM occurrence WHERE node_id IN (node.id, parent.id))
    ORDER BY node.id
  )`;

const STAGED = 'SELECT data FROM temp.control_of_file WHERE file_id = ?';

/**
 * Stores the control structures of occurrences.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeControl(statements: Statements, signal?: AbortSignal): Promise<void> {
  const blocks = new Table(statements, 'control_block', ['first_node_id', 'data']);
  let block = new ControlBlock();
  let files = 0;
  const starts = projectStarts(statements);
  for (const range of rangesOfNodes(lastNode(statements))) {
    const owners = statements.first(OWNERS, range, (row) => ({
      nodes: numbers(row, 'nodes'),
      files: numbers(row, 'files'),
    }));
    for (const [file, nodes] of byFile(owners?.nodes ?? [], owners?.files ?? [])) {
      const records = statements.first(STAGED, [file], (row) => row.bytes('data'));
      if (records === undefined) continue;
      if (starts.passed(file) && block.size > 0) {
        blocks.insert(block.row());
        block = new ControlBlock();
      }
      for (const { owner, start, end } of recordsIn(records)) {
        if (!nodes.has(file + owner)) continue;
        block.add(file + owner, records.subarray(start, end));
        if (block.size < BLOCK_BYTES) continue;
        blocks.insert(block.row());
        block = new ControlBlock();
      }
      if (++files % FILES_BETWEEN_PAUSES === 0) await pause(signal);
    }
  }
  if (block.size > 0) blocks.insert(block.row());
}

function byFile(nodes: readonly number[], files: readonly number[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const [index, node] of nodes.entries()) {
    const file = files[index] ?? 0;
    const its = found.get(file) ?? new Set();
    found.set(file, its);
    its.add(node);
  }
  return found;
}

/** Records of nodes, in their order. */
class ControlBlock {
  readonly #bytes: Uint8Array[] = [];
  #first = 0;
  #last = 0;
  size = 0;

  add(node: number, record: ControlRecords): void {
    if (this.size === 0) this.#first = node;
    const out = new VarintWriter();
    out.unsigned(node - this.#last);
    this.#last = node;
    for (const part of [out.bytes, record]) {
      this.#bytes.push(part);
      this.size += part.length;
    }
  }

  row(): { first_node_id: number; data: Uint8Array } {
    return { first_node_id: this.#first, data: deflateRawSync(Buffer.concat(this.#bytes), { level: SMALL }) };
  }
}
