import { join } from 'node:path';
import { pause } from '#tree/pause.ts';
import { type FileBlock, unpacked } from '../parquet/element-blocks.ts';
import { invalidExport } from '../parquet/read-export.ts';
import { fileOf, TABLES } from '../parquet/tables.ts';
import { readListed, readTable } from './read-table.ts';
import { LIST } from './stored-tables.ts';
import { type ListedFile, type ListedTable, readTableList } from './table-list.ts';

/** A file of an export whose units are compared, with its element block. */
export interface ExportedFile extends FileBlock {
  project: string;
  path: string;
  language: string;
  classes: string;
}

/** What an export lists for groups of blocks. */
export interface ExportedBlocks {
  starts: ListedFile;
  files: ListedFile;
  elements: ListedTable;
}

/**
 * @param folder of an export that has the tables
 * @throws AnalyzerError as `readTableList`: element blocks are a table of an index, which depends on its version
 */
export async function exportedBlocks(folder: string, snapshotId: string): Promise<ExportedBlocks> {
  const list = await readTableList(folder);
  const elements = list.tables.find(({ table }) => table.name === 'element_block');
  if (elements === undefined) throw new RangeError('an index has no element blocks');
  const path = join(folder, LIST);
  if (list.snapshotId !== snapshotId) throw invalidExport(path, `of another export than ${fileOf('projects')}`);
  if (list.blocks === undefined) throw invalidExport(path, 'it does not list the tables for blocks');
  return { starts: list.blocks.block_starts, files: list.blocks.block_files, elements };
}

/**
 * The files of an export in the order of their numbers, with the element blocks of a row group in memory.
 *
 * @throws AnalyzerError `not_found`, `unreadable`, `cancelled`; `invalid_file` for files that are not the listed ones
 */
export async function* exportedFiles(
  { files, elements }: ExportedBlocks,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportedFile> {
  const all = elementBlocks(elements, signal);
  let count = 0;
  for await (const rows of readListed(files, TABLES.block_files, signal)) {
    for (const row of rows) {
      if (++count % FILES_BETWEEN_PAUSES === 0) await pause(signal);
      const file = Number(row.file);
      let its = await all.next();
      while (its.done !== true && its.value.file < file) its = await all.next();
      if (its.done === true || its.value.file !== file) {
        throw invalidExport(files.path, `the file ${file} has no element block`);
      }
      const text = (name: string) => String(row[name]);
      const [project, path, language, classes] = [text('project'), text('path'), text('language'), text('classes')];
      yield { ...its.value, project, path, language, classes };
    }
  }
}

const FILES_BETWEEN_PAUSES = 64;

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
