import { deflateRawSync } from 'node:zlib';
import { pause } from '#tree/pause.ts';
import type { Row } from '../port.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { EarlierRows } from './earlier-rows.ts';
import { Table } from './table.ts';

/** Hashes hardly compress, so the fastest level is better; with the largest memory, 256 KB, it takes a fifth less time. */
const FAST = { level: 1, memLevel: 9 };
/** A query that needs one file inflates its row; a quarter of the rows would be 1 % smaller. */
const BLOCK_BYTES = 64 * 1024;

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

/** Of a project, by its nodes. */
const EARLIER = 'SELECT first_file_id, sizes, data FROM element_block WHERE first_file_id BETWEEN ? AND ? ORDER BY 1';

interface StagedFile {
  file: number;
  staged: number;
  project: number;
  copyOf: number | undefined;
}

/**
 * Stores the element blocks of all contents, from which the groups over all projects are found.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeElementBlocks(
  statements: Statements,
  earlier: EarlierRows,
  signal?: AbortSignal,
): Promise<void> {
  const copies = new Table(statements, 'element_copy', ['file_id', 'of_file_id']);
  const blocks = new Table(statements, 'element_block', ['first_file_id', 'sizes', 'data']);
  const projects = new Map<number, StagedFile[]>();
  for (const file of statements.all(STAGED, [], stagedFile)) {
    if (file.copyOf !== undefined) copies.insert({ file_id: file.file, of_file_id: file.copyOf });
    else append(projects, file);
  }
  for (const files of projects.values()) {
    for (const block of earlierBlocks(files, earlier) ?? newBlocks(statements, files)) {
      blocks.insert(block);
      await pause(signal);
    }
  }
}

function stagedFile(row: Row): StagedFile {
  return {
    file: row.integer('file_id'),
    staged: row.integer('staged_id'),
    project: row.integer('project_id'),
    copyOf: row.optionalInteger('copy_of'),
  };
}

function append(projects: Map<number, StagedFile[]>, file: StagedFile): void {
  const its = projects.get(file.project);
  if (its === undefined) projects.set(file.project, [file]);
  else its.push(file);
}

/** A row of `element_block`. */
type Block = { first_file_id: number; sizes: string; data: Uint8Array };

/** The blocks of a project; undefined if the earlier index has others, or those of other files. */
function earlierBlocks(files: readonly StagedFile[], earlier: EarlierRows): Block[] | undefined {
  const range = earlier.earlierRange(files[0]?.file ?? 0);
  if (range === undefined) return undefined;
  const blocks = earlier.all(
    EARLIER,
    [range.first, range.last],
    (row): Block => ({
      first_file_id: earlier.nodeOf(row.integer('first_file_id')),
      sizes: row.text('sizes'),
      data: row.bytes('data'),
    }),
  );
  const stored = blocks.flatMap(({ first_file_id, sizes }) => filesOf(sizes).map((it) => first_file_id + it));
  return stored.length === files.length && stored.every((it, at) => it === files[at]?.file) ? blocks : undefined;
}

/** Relative to the first one. */
function filesOf(sizes: string): number[] {
  const pairs: number[] = JSON.parse(sizes);
  return pairs.filter((_, at) => at % 2 === 0);
}

function* newBlocks(statements: Statements, files: readonly StagedFile[]): Generator<Block> {
  let open = { first: 0, sizes: [] as number[], bytes: [] as Uint8Array[], size: 0 };
  const finish = (): Block => {
    const data = deflateRawSync(Buffer.concat(open.bytes), FAST);
    return { first_file_id: open.first, sizes: JSON.stringify(open.sizes), data };
  };
  for (const { file, staged } of files) {
    if (open.size >= BLOCK_BYTES) yield finish();
    if (open.bytes.length === 0 || open.size >= BLOCK_BYTES) open = { first: file, sizes: [], bytes: [], size: 0 };
    const data = statements.first(DATA, [staged], (row) => row.bytes('data'));
    if (data === undefined) throw new RangeError(`there is no staged element block ${staged}`);
    open.sizes.push(file - open.first, data.length);
    open.bytes.push(data);
    open.size += data.length;
  }
  if (open.bytes.length > 0) yield finish();
}
