import { inflateRawSync } from 'node:zlib';
import type { ReadStatements } from '../read-statements.ts';
import { type ControlRecord, type ControlRecords, readRecord, recordsIn } from './control-records.ts';

const NODES = `
  SELECT node.id, start_line FROM json_each(?) AS wanted CROSS JOIN node ON node.id = wanted.value
  WHERE start_line IS NOT NULL`;
const BLOCKS = `
  SELECT first_node_id, data FROM (
    SELECT DISTINCT (
      SELECT first_node_id FROM control_block WHERE first_node_id <= wanted.value ORDER BY first_node_id DESC LIMIT 1
    ) AS block_id
    FROM json_each(?) AS wanted
  ) AS own
  CROSS JOIN control_block ON first_node_id = block_id`;

/** The control structures of occurrences in an index. */
export class ControlReader {
  readonly #statements: ReadStatements;
  #last: { first: number; records: ControlRecords } | undefined;

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  /** @param nodes integer ids @returns by node; those without control structures are absent */
  of(nodes: readonly number[]): Map<number, ControlRecord> {
    const wanted = JSON.stringify(nodes);
    const firstLines = () =>
      this.#statements.all(NODES, [wanted], (row) => [row.integer('id'), row.integer('start_line')] as const);
    this.#statements.gather([() => this.#blocksOf(wanted), firstLines]);
    const lines = new Map(firstLines());
    const asked = new Set(nodes);
    const found = new Map<number, ControlRecord>();
    for (const block of this.#blocksOf(wanted)) {
      for (const position of recordsIn(block)) {
        const { owner } = position;
        // Code of a file outside of declarations has no first line of its own.
        if (asked.has(owner)) found.set(owner, readRecord(block, position, lines.get(owner) ?? 1));
      }
    }
    return found;
  }

  #blocksOf(wanted: string): ControlRecords[] {
    return this.#statements.all(BLOCKS, [wanted], (row): ControlRecords => {
      const first = row.integer('first_node_id');
      // Successive nodes are often in one block.
      if (this.#last?.first !== first) this.#last = { first, records: inflateRawSync(row.bytes('data')) };
      return this.#last.records;
    });
  }
}
