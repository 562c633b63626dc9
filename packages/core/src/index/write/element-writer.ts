import { deflateRawSync } from 'node:zlib';
import { pause } from '#tree/pause.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Hashes hardly compress, so the fastest level is better; with the largest memory, 256 KB, it takes a fifth less time. */
const FAST = { level: 1, memLevel: 9 };
const BLOCK_BYTES = 256 * 1024;

/** Files with the same bytes have equal blocks, unless their languages differ. */
const STAGED = `
  SELECT
    file_id, staged_id, project_id,
    CASE WHEN first_id < file_id AND (
      SELECT own.data = other.data FROM temp.staged_element_block AS own, temp.staged_element_block AS other
      WHERE own.id = staged_id AND other.id = first_staged_id
    ) THEN first_id END AS copy_of
  FROM (
    SELECT
      file_id, staged_id, project_id,
      first_value(file_id) OVER same AS first_id, first_value(staged_id) OVER same AS first_staged_id
    FROM temp.element_block_of_file JOIN file ON file.id = file_id
    WINDOW same AS (PARTITION BY sha256 ORDER BY file_id)
  )
  ORDER BY file_id`;
const DATA = 'SELECT data FROM temp.staged_element_block WHERE id = ?';

/**
 * Stores the element blocks of all contents, from which the groups over all projects are found.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeElementBlocks(statements: Statements, signal?: AbortSignal): Promise<void> {
  const files = statements.all(STAGED, [], (row) => ({
    file: row.integer('file_id'),
    staged: row.integer('staged_id'),
    project: row.integer('project_id'),
    copyOf: row.optionalInteger('copy_of'),
  }));
  const copies = new Table(statements, 'element_copy', ['file_id', 'of_file_id']);
  const table = new Table(statements, 'element_block', ['first_file_id', 'sizes', 'data']);
  let open = { project: 0, first: 0, sizes: [] as number[], bytes: [] as Uint8Array[], size: 0 };
  const finish = async () => {
    if (open.bytes.length === 0) return;
    const data = deflateRawSync(Buffer.concat(open.bytes), FAST);
    table.insert({ first_file_id: open.first, sizes: JSON.stringify(open.sizes), data });
    await pause(signal);
  };
  for (const { file, staged, project, copyOf } of files) {
    if (copyOf !== undefined) {
      copies.insert({ file_id: file, of_file_id: copyOf });
      continue;
    }
    if (open.project !== project || open.size >= BLOCK_BYTES) {
      await finish();
      open = { project, first: file, sizes: [], bytes: [], size: 0 };
    }
    const data = statements.first(DATA, [staged], (row) => row.bytes('data'));
    if (data === undefined) throw new RangeError(`there is no staged element block ${staged}`);
    open.sizes.push(file - open.first, data.length);
    open.bytes.push(data);
    open.size += data.length;
  }
  await finish();
}
