import { join } from 'node:path';
import { type FileBlock, unpacked } from '../parquet/element-blocks.ts';
import { invalidExport } from '../parquet/read-export.ts';
import { readRowGroups } from '../parquet/read-rows.ts';
import { fileOf, TABLES } from '../parquet/tables.ts';
import { readTable } from './read-table.ts';
import { type ListedTable, readTableList } from './table-list.ts';

/** A file of an export whose units are compared, with its element block. */
export interface ExportedFile extends FileBlock {
  project: string;
  path: string;
  language: string;
  classes: string;
}

/** The list of `block_files`, and the element blocks. */
export interface ExportedBlocks {
  folder: string;
  blocks: ListedTable;
}

/** @throws AnalyzerError as `readTableList`: element blocks are tables of an index, which depend on its version */
export async function exportedBlocks(folder: string, snapshotId: string): Promise<ExportedBlocks> {
  const list = await readTableList(folder);
  const blocks = list.tables.find(({ table }) => table.name === 'element_block');
  if (blocks === undefined) throw new RangeError('an index has no element blocks');
  if (list.snapshotId !== snapshotId)
    throw invalidExport(join(folder, 'tables.parquet'), 'of another export than projects.parquet');
  return { folder, blocks };
}

/**
 * The files of an export in the order of their numbers, with the element blocks of a row group in memory.
 *
 * @throws AnalyzerError `not_found`, `unreadable`, `cancelled`; `invalid_file` for damaged files
 */
export async function* exportedFiles(
  { folder, blocks }: ExportedBlocks,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportedFile> {
  const path = join(folder, fileOf('block_files'));
  const all = elementBlocks(blocks, signal);
  for await (const rows of readRowGroups(path, Object.keys(TABLES.block_files))) {
    for (const row of rows) {
      const file = Number(row.file);
      let its = await all.next();
      while (its.done !== true && its.value.file < file) its = await all.next();
      if (its.done === true || its.value.file !== file)
        throw invalidExport(path, `the file ${file} has no element block`);
      const [project, name, language, classes] = [row.project, row.path, row.language, row.classes].map(String);
      yield {
        ...its.value,
        project: project ?? '',
        path: name ?? '',
        language: language ?? '',
        classes: classes ?? '',
      };
    }
  }
}

async function* elementBlocks(table: ListedTable, signal: AbortSignal | undefined): AsyncGenerator<FileBlock> {
  for await (const rows of readTable(table, signal)) {
    for (const [first, sizes, data] of rows) yield* blocksOf(table.path, first, sizes, data);
  }
}

function blocksOf(path: string, first: unknown, sizes: unknown, data: unknown): FileBlock[] {
  try {
    const list: unknown = JSON.parse(String(sizes));
    if (!Array.isArray(list) || !(data instanceof Uint8Array)) throw new RangeError('a row is not element blocks');
    return unpacked({ first: Number(first), sizes: list.map(Number), data });
  } catch (error) {
    throw invalidExport(path, 'it is damaged', error);
  }
}
