import { join } from 'node:path';
import { type FileBlock, unpacked } from '#index/element-files.ts';
import { pause } from '#tree/pause.ts';
import { invalidExport } from '../parquet/read-export.ts';
import { fileOf, TABLES } from '../parquet/tables.ts';
import { CopiedElements } from './copied-elements.ts';
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
  copies: ListedTable;
}

/**
 * @param folder of an export that has the tables
 * @throws AnalyzerError as `readTableList`: element blocks are a table of an index, which depends on its version
 */
export async function exportedBlocks(folder: string, snapshotId: string): Promise<ExportedBlocks> {
  const list = await readTableList(folder);
  const [elements, copies] = ['element_block', 'element_copy'].map((name) =>
    list.tables.find(({ table }) => table.name === name),
  );
  if (elements === undefined || copies === undefined) throw new RangeError('an index has no element blocks');
  const path = join(folder, LIST);
  if (list.snapshotId !== snapshotId) throw invalidExport(path, `of another export than ${fileOf('projects')}`);
  if (list.blocks === undefined) throw invalidExport(path, 'it does not list the tables for blocks');
  return { starts: list.blocks.block_starts, files: list.blocks.block_files, elements, copies };
}

/**
 * The files of an export in the order of their numbers, with the element blocks of a row group in memory.
 *
 * @throws AnalyzerError `not_found`, `unreadable`, `cancelled`; `invalid_file` for files that are not the listed ones
 */
export async function* exportedFiles(
  { files, elements, copies }: ExportedBlocks,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportedFile> {
  const copyOf = await readCopies(copies, signal);
  const copied = new CopiedElements(new Set(copyOf.values()));
  const all = elementBlocks(elements, signal);
  let last: FileBlock | undefined;
  /** Reads the blocks up to a file, which has the last one if it has one. */
  const readTo = async (file: number): Promise<Uint8Array | undefined> => {
    while (last === undefined || last.file < file) {
      const { done, value } = await all.next();
      if (done === true) return undefined;
      copied.add(value.file, value.elements);
      last = value;
    }
    return last.file === file ? last.elements : undefined;
  };
  let count = 0;
  try {
    for await (const rows of readListed(files, TABLES.block_files, signal)) {
      for (const row of rows) {
        if (++count % FILES_BETWEEN_PAUSES === 0) await pause(signal);
        const file = Number(row.file);
        const original = copyOf.get(file);
        const own = await readTo(original ?? file);
        const block = original === undefined ? own : copied.of(original);
        if (block === undefined) throw invalidExport(files.path, `the file ${file} has no element block`);
        const text = (name: string) => String(row[name]);
        const [project, path, language, classes] = [text('project'), text('path'), text('language'), text('classes')];
        yield { file, elements: block, project, path, language, classes };
      }
    }
  } finally {
    copied.close();
  }
}

/** By node of a file: the one that has its block. */
async function readCopies(copies: ListedTable, signal: AbortSignal | undefined): Promise<Map<number, number>> {
  const copyOf = new Map<number, number>();
  for await (const rows of readTable(copies, signal)) {
    for (const [file, of] of rows) copyOf.set(Number(file), Number(of));
  }
  return copyOf;
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
